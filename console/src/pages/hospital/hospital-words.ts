import { i18n } from '../../app/i18n.ts'

/** What the fields of a hospital are called, where they are read and where they are written. */
export const hospitalWords = i18n(
  {
    name: '医院名称',
    level: '等级',
    address: '地址',
    phone: '电话',
    established: '建院时间',
    departments: '科室数',
    doctors: '医生数',
    beds: '床位数',
    intro: '简介',
    description: '详细介绍',
    logo: '标志',
    banner: '医院大图',
  },
  {
    name: 'Name',
    level: 'Level',
    address: 'Address',
    phone: 'Phone',
    established: 'Founded',
    departments: 'Departments',
    doctors: 'Doctors',
    beds: 'Beds',
    intro: 'In short',
    description: 'Description',
    logo: 'Logo',
    banner: 'Large picture',
  },
)
