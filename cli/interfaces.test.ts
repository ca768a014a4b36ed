import { expect, test } from 'vitest'
import { actions } from '../server/actions.ts'
import { submitContact } from '../server/leads/accept-lead.ts'
import { act, ada, bookFree, visitor } from '../tests/support/desk.ts'
import { openDesk } from '../tests/support/open-desk.ts'
import { runStudio } from '../tests/support/run-studio.ts'
import { addSubscribers, subscriberAddress } from '../tests/support/subscribers.ts'
import { toRecord } from './print.ts'
import { allCommands } from './studio.ts'

/** Commands that aren't actions: they need a terminal, or no database yet. */
const special = ['desk', 'begin', 'doctor', 'restore', 'move', 'chat', 'chat ask', 'chat extract']

const named = Object.entries(actions).map(([name, action]) => ({
  name: name as keyof typeof actions,
  kind: action.kind,
  words: 'command' in action ? action.command : name.replace('.', ' '),
}))

test('the commands are the actions, by the same names', () => {
  const { commands } = allCommands()
  const typed = commands.flatMap((group) => {
    const verbs = group.commands.map((each) => `${group.name()} ${each.name()}`)
    return verbs.length === 0 || group.name() === 'chat' ? [group.name(), ...verbs] : verbs
  })
  const all = [...named.flatMap(({ words }) => words ?? []), ...special]
  expect(typed.toSorted()).toEqual(all.toSorted())
})

test('the desk answers each action by name: reads and exports by GET, changes by POST', async () => {
  const { read, change } = await openDesk()
  for (const { name, kind } of named) {
    // No action accepts these inputs.
    const statuses = [(await read(name, [])).status, (await change(name, 'null')).status]
    expect(
      statuses.map((status) => status === 404),
      name,
    ).toEqual([kind === 'change', kind !== 'change'])
  }
})

test('a read returns the same to a command, the desk, and a test, and isn’t sent again unchanged', async () => {
  const { desk, place, read, onUse } = await openDesk()
  desk.clock.now = Date.now()
  await submitContact(desk, ada, visitor)
  const { id: call } = await bookFree(desk, 3, { email: 'bob@example.org' })
  await addSubscribers(desk.database, 2)
  const { emails } = await act(desk, 'outbox.list', {})
  const [email] = emails
  const inputs: Record<string, [input: object, ...words: string[]]> = {
    'leads.show': [{ reference: call }, call],
    'calls.show': [{ reference: call }, call],
    'outbox.show': [{ id: email?.id }, email?.id ?? ''],
    'subscribers.list': [{ state: 'active', limit: 1 }, '--state', 'active', '-n', '1'],
    'subscribers.show': [{ email: subscriberAddress(1) }, subscriberAddress(1)],
    'people.export': [{ email: ada.email }, ada.email],
    'find.all': [{ search: 'ada' }, 'ada'],
    'issue.status': [{ slug: 'saas-mvp-cost-guide' }, 'saas-mvp-cost-guide'],
    'issue.preview': [{ slug: 'saas-mvp-cost-guide' }, 'saas-mvp-cost-guide'],
    'visits.report': [{ from: '2026-11-01' }, '--from', '2026-11-01'],
  }
  const reads = named.filter(({ kind, words }) => kind === 'read' && words !== null)
  for (const { name, words } of reads) {
    const [input, ...args] = inputs[name] ?? [{}]
    const first = await read(name, input)
    desk.clock.now += 3_000
    const polling = { 'if-none-match': first.headers.get('etag') ?? '', 'x-asked-by': 'page' }
    const polled = await read(name, input, polling)
    // A person's exported data includes the time of the export, so it changes.
    expect(polled.status, name).toBe(name === 'people.export' ? 200 : 304)
    desk.clock.now -= 3_000
    const answered = await first.json()
    const result = await act(desk, name, input as never)
    const { code, stdout } = await runStudio(place, [...(words ?? '').split(' '), ...args, '--json'])
    const action = actions[name]
    const printed =
      'json' in action
        ? await action.json?.(result as never, desk as never, action.input.parse(input) as never)
        : toRecord(result)
    const timeless = (value: unknown) => JSON.stringify(value)?.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
    expect([code, timeless(JSON.parse(stdout))], name).toEqual([0, timeless(printed)])
    expect(timeless(answered), name).toBe(timeless(result))
  }
  // Polling doesn't keep the desk open.
  expect(onUse).toHaveBeenCalledTimes(reads.length)
})

test.each([
  ['mail --state failed', '“mail” is now “outbox”.'],
  ['mail mute moving', '“mail mute” is now “outbox pause”.'],
  ['glance', '“glance” is now “overview”.'],
  ['chat teach', '“chat teach” is now “training list”.'],
])('the former “%s” still works, and names the new command', async (words, hint) => {
  const { place } = await openDesk()
  const { code, stderr } = await runStudio(place, words.split(' '))
  expect([code, stderr]).toEqual([0, expect.stringContaining(hint)])
})
