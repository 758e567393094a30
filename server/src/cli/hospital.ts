import { readFileSync } from 'node:fs'
import { HospitalImport } from '@zhenyue/contract'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { atTerminal } from '../db/audit.ts'
import { saveHospitals } from '../hospitals/store.ts'
import { StartError } from '../start-error.ts'
import { withDb } from './with-db.ts'

function readHospitals(file: string): HospitalImport[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? '不是有效的 JSON · not valid JSON' : '无法读取 · cannot be read'
    throw new StartError(`${file} ${reason}`)
  }
  const items = Array.isArray(content) ? content : [content]
  return items.map((item, index) => {
    const result = HospitalImport.safeParse(item)
    if (result.success) return result.data
    throw new StartError(`${file} 第 ${index + 1} 项 · item ${index + 1}: ${result.error.issues[0]!.message}`)
  })
}

export function hospitalCommand(): Command {
  const hospital = new Command('hospital').description('医院信息 · hospital information')
  hospital
    .command('import <file>')
    .description(
      '从 JSON 文件导入医院，已有的按 id 更新 · add or update hospitals from a JSON file, one object or an array',
    )
    .action(async (file: string) => {
      const hospitals = readHospitals(file)
      await withDb(readConfig(process.env), (db, time) => saveHospitals(db, time, hospitals, atTerminal))
      console.log(`已导入 ${hospitals.length} 家医院 · hospitals imported`)
    })
  return hospital
}
