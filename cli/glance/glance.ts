import type { Command } from 'commander'
import { readOffers } from '../../src/content/offers.ts'
import { unlessWrong } from '../../src/content/read-content.ts'
import { readStudio } from '../../src/content/studio.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { withDesk } from '../open-desk.ts'
import { example, studioCommand } from '../studio-command.ts'
import { harmless, put, putJson, say, terminalWidth } from '../terminal/terminal.ts'
import { drawGlance } from './draw-glance.ts'
import { glanceLines } from './glance-lines.ts'
import { glanceRecord } from './glance-record.ts'
import { readGlance } from './read-glance.ts'

export function addGlance(studio: Command): void {
  studio
    .command('glance')
    .description('the day at a glance: who waits, what did not go out; the same as no command at all')
    .option('--json', 'as JSON')
    .addHelpText('after', example('glance --json'))
    .action(async ({ json }: { json?: true }) => {
      await withDesk(async (desk) => {
        const glance = await readGlance(desk, unlessWrong(readOffers, say)?.promises.replyWithinHours)
        if (json) return putJson(glanceRecord(glance))
        const lines = glanceLines(glance)
        if (!process.stdout.isTTY) {
          for (const { about, state, text, command = '' } of lines) {
            put(`${[about, state, text, command].map(harmless).join('\t')}\n`)
          }
          return
        }
        const title = `${unlessWrong(readStudio, say)?.name ?? 'The studio'}, ${minuteOf(glance.at)}`
        for (const line of drawGlance(title, lines, terminalWidth())) put(`${line}\n`)
        say(`On the right: what to do about it, to be typed after “${studioCommand('')}”.`)
      })
    })
}
