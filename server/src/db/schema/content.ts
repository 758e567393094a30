import type { Generated } from 'kysely'

interface Sorted {
  id: Generated<number>
  sort: number
  enabled: number
  created_at: number
  updated_at: number
}

export interface ContentTables {
  /** One row, raised by triggers with every change of public content. */
  content_version: { version: number }
  home: {
    id: number
    document: string
    /** Counts the changes, for compare-and-swap. */
    version: number
    updated_at: number
  }
  home_versions: {
    version: number
    document: string
    at: number
    actor: string
    /** JSON of the names of the sections that differ from the version before. */
    changed: string
    /** JSON of the names of the uploaded pictures it shows. */
    pictures: string
  }
  hospital_images: Sorted & { hospital_id: string; image: string; caption: string }
  experts: Sorted & { name: string; title: string; avatar: string; department: string; intro: string }
  banners: Sorted & { title: string; subtitle: string; image: string; link: string }
  hospitals: {
    number: Generated<number>
    id: string
    name: string
    level: string
    address: string
    phone: string
    intro: string
    description: string
    banner: string
    logo: string
    established: string
    departments: number
    doctors: number
    beds: number
    created_at: number
    updated_at: number
  }
  /** Uploaded pictures, each once. */
  pictures: {
    /** A digest of the bytes, and the type: the last part of its address. */
    name: string
    bytes: Uint8Array
    size: number
    uploaded_at: number
  }
  /** What patients have been shown. Rows are only ever added. */
  self_test_versions: {
    number: Generated<number>
    version: string
    /** JSON of the whole document. */
    document: string
    published_at: number
    published_by: string
  }
  /** One row, where there is a draft. */
  self_test_draft: { id: number; document: string; editor: string; updated_at: number }
}
