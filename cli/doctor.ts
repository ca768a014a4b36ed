import type { Command } from 'commander'
import { loadEnvironment } from '../platform/environment.ts'
import { counted } from '../platform/text/amounts.ts'
import { checkSetup } from '../server/setup/check-setup.ts'
import { example, exitFailed, studioCommand } from './command.ts'
import { printBlocks, sanitize, writeErr, writeJson } from './print.ts'

/** Not an action: it also works without a database, and says what is wrong with it. */
export function addDoctor(studio: Command): void {
  studio
    .command('doctor')
    .description('check what is wrong, missing, or still sample content')
    .option('--json', 'print JSON, with everything that a line leaves out')
    .addHelpText('after', example('doctor'))
    .action(async ({ json }: { json?: true }) => {
      const findings = (await checkSetup(loadEnvironment())).map(({ command, text, ...finding }) => {
        return { ...finding, text: sanitize(command === undefined ? text : `${text}: ${studioCommand(command)}`) }
      })
      if (json) writeJson(findings)
      else printBlocks([{ rows: findings, columns: ['state', 'about', 'text'] }])
      const wrong = findings.filter(({ state }) => state === 'wrong').length
      if (wrong > 0) writeErr(`${counted(wrong, 'thing is', 'things are')} wrong.`)
      process.exitCode = wrong > 0 ? exitFailed : 0
    })
}
