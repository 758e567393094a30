import { Command } from 'commander'
import { assignSlots } from '../bookings/assign-store.ts'
import { repairSlots, verifySlots } from '../bookings/slots-store.ts'
import { readConfig } from '../config.ts'
import { atTerminal } from '../db/audit.ts'
import { StartError } from '../start-error.ts'
import { withDb } from './with-db.ts'

export function slotsCommand(): Command {
  const slots = new Command('slots').description('号源 · slots and their places')
  slots
    .command('verify')
    .description('核对每个号源的已约人数 · recount the bookings of every slot')
    .option('--repair', '改正不一致的号源 · mend those that differ')
    .action(({ repair = false }: { repair?: boolean }) =>
      withDb(readConfig(process.env), async (db, time) => {
        const wrong = repair ? await repairSlots(db, time, atTerminal) : await verifySlots(db)
        for (const {
          id,
          date,
          start_time,
          end_time,
          doctor_name,
          department_name,
          taken,
          counted,
        } of wrong) {
          const where = `slot-${id} ${date} ${start_time}-${end_time} ${doctor_name || department_name}`
          console.log(
            `${where}：记录已约 ${taken}，实际 ${counted} · ${taken} were counted, there are ${counted}`,
          )
        }
        if (wrong.length === 0) console.log('号源全部一致 · every slot is right')
        else if (repair) console.log(`已改正 ${wrong.length} 个号源 · mended`)
        else throw new StartError(`${wrong.length} 个号源不一致，可用 --repair 改正 · slots differ`)
      }),
    )
  slots
    .command('assign')
    .description(
      '为没有号源的预约安排号源，满额时加号 · give bookings from before their slot, with a place more where it is full',
    )
    .option('--dry-run', '只列出，不改动 · only tell what would be done')
    .action(({ dryRun = false }: { dryRun?: boolean }) =>
      withDb(readConfig(process.env), async (db, time) => {
        const assigned = await assignSlots(db, time, atTerminal, { isDryRun: dryRun })
        const without = assigned.filter(({ slot }) => !slot)
        for (const { number, date, timeSlot } of without) {
          console.log(`预约号 ${number} ${date} ${timeSlot}：没有合适的号源 · no slot fits`)
        }
        const given = assigned.length - without.length
        console.log(
          dryRun
            ? `可安排 ${given} 个，无合适号源 ${without.length} 个，未作改动 · nothing was changed`
            : `已安排 ${given} 个，无合适号源 ${without.length} 个 · assigned`,
        )
      }),
    )
  return slots
}
