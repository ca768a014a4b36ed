import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { engines, sqlite } from '../../../../tests/support/databases.ts'
import { openIssueDesk } from '../../../../tests/support/issue-desk.ts'
import { reader } from '../../../../tests/support/made-readers.ts'
import type { ReceivedMail } from '../../../../tests/support/open-smtp-server.ts'
import { reply, startSmtpServer } from '../../../../tests/support/smtp-server.ts'
import { createSmtpMailer } from '../../../server/mail/smtp-mailer.ts'

const hourMs = 3_600_000
const readers = 8
const limits = { answerMs: 150, wholeTryMs: 500 }

type Done = (error?: Error | null) => void

/**
 * A server that breaks down a few times and then works. `isBroken` says whether it does this time; `had` takes the addresses
 * whose text had come whole when it broke down.
 */
type Fault = (
  isBroken: () => boolean,
  had: string[],
) => { options?: SMTPServerOptions; afterData?: (mail: ReceivedMail) => Error | null | 'die' }

const faults: Record<string, { fault: Fault; left?: 'failed' | 'unknown' }> = {
  'asks to come later, before it knows whom the mail is for': {
    fault: (isBroken) => ({
      options: { onMailFrom: (_, __, done: Done) => done(isBroken() ? reply(451, 'later') : null) },
    }),
  },
  'asks to come later once it has the text': {
    fault: (isBroken) => ({ afterData: () => (isBroken() ? reply(452, 'no room') : null) }),
  },
  'closes between two mails': {
    fault: (isBroken) => ({
      options: { onRcptTo: (_, __, done: Done) => done(isBroken() ? reply(421, 'bye') : null) },
    }),
  },
  'turns away before it greets': {
    fault: (isBroken) => ({ options: { onConnect: (_, done: Done) => done(isBroken() ? reply(421, 'busy') : null) } }),
  },
  'is slow': {
    fault: (isBroken) => ({
      options: { onRcptTo: (_, __, done: Done) => void setTimeout(done, isBroken() ? limits.answerMs / 2 : 0) },
    }),
  },
  'falls silent before it has the text': {
    fault: (isBroken) => ({ options: { onRcptTo: (_, __, done: Done) => (isBroken() ? undefined : done()) } }),
  },
  'refuses for good': {
    fault: (isBroken) => ({ afterData: () => (isBroken() ? reply(554, '5.7.1 no') : null) }),
    left: 'failed',
  },
  'dies once it has the text': {
    fault: (isBroken, had) => ({
      afterData: ({ envelope }) => {
        if (!isBroken()) return null
        had.push(...envelope.to)
        return 'die'
      },
    }),
    left: 'unknown',
  },
}

const cases = Object.entries(faults).flatMap(([name, each]) =>
  (each.left === undefined ? [sqlite] : engines).map((engine) => ({
    name,
    engine: engine.name,
    place: engine,
    ...each,
  })),
)

test.each(cases)(
  'after a server that $name, the rows on $engine tell the truth and nobody has the issue twice',
  async ({ place, fault, left }) => {
    let breaks = 3
    const had: string[] = []
    const { options, afterData } = fault(() => breaks-- > 0, had)
    const server = await startSmtpServer(options, afterData)
    const mailer = createSmtpMailer(server.url, limits)
    onTestFinished(() => mailer.close())
    const desk = await openIssueDesk(mailer, { engine: place, readers })
    for (let hour = 0; hour < 10 && (await desk.issue()).state === 'sending'; hour++) {
      await desk.sender.sendDue()
      desk.app.clock.now += hourMs
    }
    const mails = await desk.mails()
    const of = (state: string) => mails.flatMap((mail, n) => (mail.state === state ? [reader(n).email] : []))
    const got = server.received.flatMap(({ envelope }) => envelope.to)
    expect(new Set(got).size).toBe(got.length)
    expect(of('sent').sort()).toEqual(got.toSorted())
    // What was under way on other connections when it died had not all come in whole.
    if (left === 'unknown') expect(of('unknown')).toEqual(expect.arrayContaining(had))
    else expect(of('unknown')).toEqual([])
    expect(of('failed')).toHaveLength(left === 'failed' ? 3 : 0)
    expect([...got, ...of('failed'), ...of('unknown')]).toHaveLength(readers)
    expect(await desk.issue()).toMatchObject({ state: 'done' })
  },
)
