import { describe, expect, test } from 'vitest'
import { siteContent } from '../../src/content/site-content.ts'
import { submitConsultation } from '../../src/features/leads/consultation.form.ts'
import { engines, type Place, sqlite } from '../../tests/support/databases.ts'
import { adaBooking, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'

const { consent } = siteContent().agent.booking
const transcript = [
  { role: 'user', content: '=HYPERLINK("x")\nand more' },
  { role: 'assistant', content: 'What shall I build?' },
  { role: 'user', content: 'A \u001B[31mkite', unsent: true },
] as const

/** One that was sent, and a younger one whose visitor left. @returns their references */
async function takeTwo(place: Place): Promise<string[]> {
  const app = await openTestApp(place)
  app.clock.now = Date.now() - 7_200_000
  const sent = { values: adaBooking, transcript, isAgreed: false, abandoned: false }
  const nothing = { name: '', company: null, budget: null, timeline: null, requirements: null }
  const left = { values: { ...nothing, email: 'bob@example.org' }, transcript, isAgreed: true, abandoned: true }
  const results = [await submitConsultation(app.booking, { ...sent, requestId: 'a' }, visitor)]
  app.clock.now += 3_600_000
  results.push(await submitConsultation(app.booking, { ...left, requestId: 'b' }, visitor))
  return results.map((result) => (result.outcome === 'stored' ? result.reference : ''))
}

describe('consultations for the owner', () => {
  test('are listed with who has left without sending', async () => {
    const place = await sqlite.createPlace()
    const [sent, left] = await takeTwo(place)
    const { stdout } = await runStudio(place, ['leads'])
    expect(stdout).toBe(
      `${left}\t1 h\tok, not sent\t\tbob@example.org\n${sent}\t2 h\tok\tAda Lovelace\tada@example.com\n`,
    )
  })

  test('are shown with the talk, in which nothing moves the cursor', async () => {
    const place = await sqlite.createPlace()
    const [sent = '', left = ''] = await takeTwo(place)
    const [shown, other] = await Promise.all(
      [sent, left].map((reference) => runStudio(place, ['leads', 'show', reference])),
    )
    expect(shown?.stdout).toMatch(/Company +Analytical Engines Ltd\nBudget +5000-9000 USD\nTimeline +by end of March\n/)
    expect(shown?.stdout).toContain(
      'An engine that computes.\n\nVisitor: =HYPERLINK("x")\nand more\n\nAgent (as the visitor’s browser says): What shall I build?\n\nVisitor (typed, not sent): A  [31mkite\n',
    )
    expect(other?.stdout).toMatch(/Sent +no: the visitor has left\nAgreed to +“If I leave without sending, keep/)
  })

  test('are exported as a table with what a contact has, and more columns after it', async () => {
    const place = await sqlite.createPlace()
    const [sent] = await takeTwo(place)
    const csv = (await runStudio(place, ['leads', 'export', '--format', 'csv'])).stdout
    expect(csv.split('\r\n')[0]).toMatch(
      /,"network","company","budget","timeline","requirements","transcript","sent","consent","consentAt","updatedAt","note","answeredAt"$/,
    )
    expect(csv).toContain(`"${sent}","consultation","ok","Ada Lovelace","ada@example.com","An engine that computes.",`)
    expect(csv).toContain(
      '"Visitor: =HYPERLINK(""x"")\nand more\nAgent (as the visitor’s browser says): What shall I build?\nVisitor (typed',
    )
  })
})

describe.each(engines)('consultations for the owner on $name', (engine) => {
  test('are exported with the talk and the consent', async () => {
    const place = await engine.createPlace()
    const [sent, left] = await takeTwo(place)
    const leads = JSON.parse((await runStudio(place, ['leads', 'export', '--format', 'json'])).stdout)
    expect(leads).toMatchObject([
      { reference: sent, kind: 'consultation', ...adaBooking, transcript, sent: true, consent: null },
      { reference: left, name: '', project: 'A consultation, requested in the chat', sent: false, consent },
    ])
    expect(leads[1].consentAt).toBe(leads[1].createdAt)
  })
})
