import type {
  Banner,
  Expert,
  HomeDocument,
  HospitalImage,
  HospitalImport,
  TemplateBody,
} from '@zhenyue/contract'
import { departmentIn, departments, hospitalCall, primaryHospitalId } from '@zhenyue/contract/rules'

type Fields<T> = Omit<T, 'id' | 'sort' | 'enabled' | 'createdAt' | 'updatedAt'>

const media = (name: string) => `/media/${name}.svg`

export const hospital: HospitalImport = {
  id: primaryHospitalId,
  name: '青禾消化专科医院（示例）',
  level: '二级甲等专科',
  address: '示例市和平区青禾路 100 号',
  phone: '010-0000-0000',
  intro: '专注胃肠与肛肠健康，提供从筛查、诊疗到康复的一站式服务。',
  description:
    '青禾消化专科医院以胃肠科与肛肠科为主，设有独立的内镜中心与日间手术病房。\n' +
    '我们坚持首诊负责、全程陪伴：就诊前有专人与您确认时间，就诊后有随访提醒。\n' +
    '（示例内容，请换成贵院介绍）',
  banner: media('hospital-1'),
  logo: media('hospital-logo'),
  established: '2006',
  departments: 12,
  doctors: 86,
  beds: 260,
}

export const experts: Fields<Expert>[] = [
  {
    name: '周明远',
    title: '主任医师',
    avatar: media('expert-1'),
    department: '肛肠',
    intro: '从事肛肠疾病诊疗二十余年，擅长痔、肛瘘的微创治疗，注重术后康复与复发预防。',
  },
  {
    name: '林若溪',
    title: '副主任医师',
    avatar: media('expert-2'),
    department: '胃肠',
    intro: '擅长慢性胃炎、功能性消化不良与幽门螺杆菌感染的规范治疗，耐心细致。',
  },
  {
    name: '陈守仁',
    title: '主任医师',
    avatar: media('expert-3'),
    department: '胃肠',
    intro: '长期从事消化道早癌筛查与内镜下治疗，主张早发现、早干预。',
  },
  {
    name: '吴静姝',
    title: '主任医师',
    avatar: media('expert-4'),
    department: '肛肠',
    intro: '擅长女性与老年肛肠疾病的诊治，善于中西医结合调理。',
  },
  {
    name: '许子航',
    title: '主治医师',
    avatar: media('expert-5'),
    department: '肛肠',
    intro: '擅长便秘、肛裂等常见病的门诊治疗与生活方式指导。',
  },
  {
    name: '何佳宁',
    title: '副主任医师',
    avatar: media('expert-6'),
    department: '胃肠',
    intro: '擅长炎症性肠病的长期管理，关注患者的营养与心理支持。',
  },
]

export const banners: Fields<Banner>[] = [
  {
    title: '在线预约，少等一会儿',
    subtitle: '选好科室和日期，我们与您确认',
    image: media('banner-1'),
    link: '/pages/appointment/index',
  },
  {
    title: '三分钟健康自测',
    subtitle: '了解自己的状况，早做打算',
    image: media('banner-2'),
    link: '/pages/self-test/index',
  },
  {
    title: '全程陪伴，安心就诊',
    subtitle: '老人和行动不便者可预约陪诊',
    image: media('banner-3'),
    link: '/pages/hospital/index',
  },
]

export const images: Fields<HospitalImage>[] = [
  { hospitalId: primaryHospitalId, image: media('hospital-1'), caption: '医院外景' },
  { hospitalId: primaryHospitalId, image: media('hospital-2'), caption: '门诊大厅' },
  { hospitalId: primaryHospitalId, image: media('hospital-3'), caption: '独立诊室' },
  { hospitalId: primaryHospitalId, image: media('hospital-4'), caption: '内镜检查室' },
]

const half = { validFrom: '', validTo: '', enabled: false }
const morning = { start: '08:00', end: '12:00', slotMinutes: 30, places: 4, ...half }
const afternoon = { start: '14:00', end: '17:00', slotMinutes: 30, places: 4, ...half }

/** Two half-days a week for every doctor, and mornings of the departments. Off, so that they make no slots. */
export function templates(team: Pick<Expert, 'id' | 'department'>[]): TemplateBody[] {
  const ofDoctors = team.flatMap(({ id, department }, i) => {
    const departmentName = departmentIn(department)
    if (!departmentName) return []
    const who = { departmentName, doctorId: id }
    return [
      { ...who, weekday: (i % 5) + 1, ...morning },
      { ...who, weekday: ((i + 2) % 5) + 1, ...afternoon },
    ]
  })
  const ofDepartments = departments.flatMap((departmentName) =>
    [1, 2, 3, 4, 5].map((weekday) => ({
      departmentName,
      doctorId: '',
      weekday,
      start: '08:00',
      end: '12:00',
      slotMinutes: 60,
      places: 10,
      validFrom: '',
      validTo: '',
      enabled: false,
    })),
  )
  return [...ofDoctors, ...ofDepartments]
}

/** The home page shows the experts by the ids that the first start gives them. */
export const homeDocument = (team: Pick<Expert, 'id' | 'name' | 'title' | 'avatar'>[]): HomeDocument => {
  const people = team.map(({ id, name, title, avatar }) => ({ id, name, title, avatar }))
  return {
    hero: {
      title: '胃肠与肛肠健康，交给懂您的医生',
      subtitle: '在线自测，轻松预约，专人与您确认就诊时间',
      bgImage: media('hero'),
      primaryCta: { text: '立即预约', link: '/pages/appointment/index' },
    },
    features: [
      { icon: '📝', title: '健康自测', link: '/pages/self-test/index' },
      { icon: '📅', title: '预约就诊', link: '/pages/appointment/index' },
      { icon: '👩‍⚕️', title: '专家团队', link: '/pages/experts/index' },
      { icon: '🏥', title: '医院介绍', link: '/pages/hospital/index' },
      { icon: '🔍', title: '我的预约', link: '/pages/my-appointments/index' },
      { icon: '📞', title: '电话咨询', link: hospitalCall },
    ],
    expertTeam: people,
    infoBanner: {
      enabled: true,
      texts: [
        '门诊时间：周一至周日 8:00～17:00',
        '就诊请携带身份证和医保卡',
        '胃镜检查前请空腹 8 小时，肠镜准备请遵医嘱',
      ],
    },
    heroExperts: people.slice(0, 3),
  }
}
