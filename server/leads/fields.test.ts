import { expect, test } from 'vitest'
import type { Field, Fields } from '../../platform/fields.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { act, callsOf, leadsOf, openTestApp, writtenEmails } from '../../tests/support/desk.ts'
import { postJson, postPlain, send } from '../../tests/support/http.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { readFreeTimes } from '../calls/calendar.ts'
import { formatInstant } from '../calls/times.ts'
import { newsletterFields } from '../newsletter/fields.ts'
import { exportPerson } from '../people/export.ts'
import { forgetPeople } from '../people/forget.ts'
import { callFields, consultationFields, contactFields } from './fields.ts'

const email = 'zoe@fields.example'
const forms = { contact: contactFields, consultation: consultationFields, call: callFields }
const addresses = { contact: 'contact', consultation: 'booking', call: 'call' }
type FormName = keyof typeof forms
const formNames = ['contact', 'consultation', 'call'] as const

/** Returns a value for each text field. */
function valuesOf(form: FormName): Record<string, string> {
  const typed = Object.entries<Field>(forms[form]).filter(([, { type }]) => type !== 'choice')
  return Object.fromEntries(typed.map(([name, { type }]) => [name, type === 'email' ? email : textFor(name, 'Said')]))
}

function textFor(name: string, start: string): string {
  return name === 'phone' ? `+49 30 ${start.length}55123` : `${start} as ${name}`
}

async function open(form: FormName) {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  const [start = 0] = await readFreeTimes(callsOf(app))
  const post = (values: object) =>
    send(app, { start: formatInstant(start, 'UTC'), ...values, requestId: 'one' }, { form: addresses[form] })
  return { place, app, post, values: valuesOf(form) }
}

test.each(formNames)('each field of %s is stored, emailed, found, shown, exported, and forgotten', async (form) => {
  const { place, app, post, values } = await open(form)
  const reference = String(await post(values))
  const [owner] = (await writtenEmails(app)).filter(({ to_address }) => to_address === 'hello@kitewright.example')
  const places = {
    row: await leadsOf(app),
    email: owner?.text,
    desk: await act(app, 'leads.show', { reference }),
    json: (await runStudio(place, ['leads', 'export', '--format', 'json'])).stdout,
    csv: (await runStudio(place, ['leads', 'export', '--format', 'csv'])).stdout,
    command: (await runStudio(place, ['leads', 'show', reference])).stdout,
    person: await exportPerson(app, email),
  }
  for (const value of Object.values(values)) {
    for (const [name, text] of Object.entries(places)) expect(JSON.stringify(text), name).toContain(value)
    expect((await act(app, 'leads.list', { search: value })).leads, value).toHaveLength(1)
  }
  await forgetPeople(app, { emails: [email], references: [] })
  const left = [await leadsOf(app), await app.database.db.selectFrom('outbox').selectAll().execute()]
  expect(left).toEqual([[], []])
})

test.each(formNames)('stores what a repeated submission of %s adds, in any field', async (form) => {
  const { app, post, values } = await open(form)
  // Skip fields that identify the visitor. For a call, another visitor's request for the same time is refused.
  const added = Object.keys(values).filter((field) => field !== 'email' && (form !== 'call' || field !== 'name'))
  for (const field of added) {
    for (const text of [textFor(field, 'Little'), textFor(field, 'Much more')]) {
      expect(await post({ ...values, [field]: text })).toMatch(/^KW-/)
      expect(JSON.stringify(await leadsOf(app))).toContain(text)
    }
  }
})

test.each([...formNames, 'newsletter'] as const)('%s names each missing or invalid field in JSON', async (form) => {
  const app = await openTestApp(await sqlite.createPlace())
  const fields: Fields = form === 'newsletter' ? newsletterFields : forms[form]
  const [start = 0] = await readFreeTimes(callsOf(app))
  const values = { ...(form === 'newsletter' ? { email } : valuesOf(form)), start: formatInstant(start, 'UTC') }
  const address = form === 'newsletter' ? form : addresses[form]
  let posts = 0
  const isRequired = (name: string) => name === 'start' || !fields[name]?.isOptional
  for (const [name, { maxLength, type }] of Object.entries(fields)) {
    // Unknown zones are accepted as the studio's, and if there's only one kind, so is any kind.
    if (name === 'zone' || name === 'kind') continue
    const invalid = [5, ['a'], 'x'.repeat(maxLength + 1), ...(type === 'text' ? [] : ['nowhere'])]
    for (const value of [...(isRequired(name) ? [undefined, '', ' '] : []), ...invalid]) {
      const sender = `198.51.${posts++}.1`
      const response = await postJson(app, { ...values, [name]: value }, { form: address, sender })
      const answer = { status: response.status, ...(await response.json()) }
      expect(answer, `${name}: ${value}`).toMatchObject({ status: 422, message: expect.stringMatching(/./) })
      expect(answer.fields, `${name}: ${value}`).toEqual({ [name]: expect.stringMatching(/./) })
    }
  }
  const nothing = await (await postJson(app, {}, { form: address })).json()
  expect(Object.keys(nothing.fields)).toEqual(Object.keys(fields).filter(isRequired))
})

test.each(Object.keys(valuesOf('contact')))(
  'a form without JavaScript keeps a contact’s %s and shows its error',
  async (field) => {
    const { app, values } = await open('contact')
    const response = await postPlain(app, { ...values, email: 'nowhere', [field]: 'x'.repeat(5_001) })
    const { shown } = await response.json()
    expect(shown.form.values[field]).toHaveLength(5_001)
    expect(shown.form.errors.fields[field]).toEqual(expect.any(String))
  },
)
