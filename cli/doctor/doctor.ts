import { loadEnvironment } from '../../platform/environment.ts'
import { counted } from '../../platform/text/amounts.ts'
import { examine } from '../../server/setup/examine.ts'
import type { Finding } from '../../server/setup/finding.ts'
import { example, exitFailed, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, style, writeErr, writeJson, writeOut } from '../terminal/terminal.ts'

const marks = { ok: style('green', 'ok   '), note: style('yellow', 'note '), wrong: style('red', 'wrong') }

export function addDoctor(studio: StudioCommand): void {
  studio
    .command('doctor')
    .description('tell what is wrong, missing, or still the sample’s')
    .option('--json', 'as JSON, with all that a line leaves out')
    .addHelpText('after', example('doctor'))
    .action(async ({ json }: { json?: true }) => {
      const findings = (await examine(loadEnvironment())).map(withCommand)
      if (json) writeJson(findings)
      else
        for (const { about, state, text } of findings) {
          const cells = process.stdout.isTTY
            ? [marks[state], about.padEnd(9), text].join('  ')
            : [state, about, text].join('\t')
          writeOut(`${cells}\n`)
        }
      const wrong = findings.filter(({ state }) => state === 'wrong').length
      if (wrong > 0) writeErr(`${counted(wrong, 'thing is', 'things are')} wrong.`)
      process.exitCode = wrong > 0 ? exitFailed : 0
    })
}

function withCommand({ command, ...finding }: Finding): Omit<Finding, 'command'> {
  const text = command === undefined ? finding.text : `${finding.text}: ${studioCommand(command)}`
  return { ...finding, text: sanitize(text) }
}
