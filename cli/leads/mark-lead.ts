import { Argument, type Command } from 'commander'
import { markLead } from '../../src/features/leads/lead-desk.ts'
import { counted } from '../counted.ts'
import { withDesk } from '../open-desk.ts'
import { example } from '../studio-command.ts'
import { say } from '../terminal/terminal.ts'
import { noSuchRequest, readReference } from './lead-argument.ts'

const verdicts = { spam: 'spam', ham: 'ok' } as const

export function addLeadsMark(leads: Command): void {
  leads
    .command('mark')
    .description('say that a request is spam, or that it is none; mails about spam that have not gone out are deleted')
    .argument('<reference>', 'for example KW-7GQ4M2XD', readReference)
    .addArgument(new Argument('<verdict>', 'what it is').choices(Object.keys(verdicts)))
    .addHelpText('after', example('leads mark KW-7GQ4M2XD spam'))
    .action(async (reference: string, verdict: keyof typeof verdicts) => {
      await withDesk(async ({ database }) => {
        const status = verdicts[verdict]
        const marked = await markLead(database, reference, status)
        if (marked === undefined) throw noSuchRequest(reference)
        const { before, droppedMails } = marked
        const told = before === status ? `is ${status} already` : `was ${before}, is ${status} now`
        const dropped = droppedMails === 0 ? '' : `; ${counted(droppedMails, 'unsent mail')} about it deleted`
        say(`${reference} ${told}${dropped}.`)
      })
    })
}
