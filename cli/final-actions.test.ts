import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tableNames } from '../migrations/tables.ts'
import type { Action } from '../platform/actions.ts'
import { actions } from '../server/actions.ts'
import type { Context } from '../server/context.ts'
import { submitContact } from '../server/leads/accept-lead.ts'
import type { Place } from '../tests/support/databases.ts'
import { act, ada, bookFree, visitor } from '../tests/support/desk.ts'
import { runStudio } from '../tests/support/run-studio.ts'
import { enterOwnContent, openIssue, refused, slug, taken } from '../tests/support/sending.ts'
import { subscriberAddress } from '../tests/support/subscribers.ts'

const other = 'saas-mvp-cost-guide'

/** Opens a studio with data for every final action to delete. @returns each final action's arguments too */
async function openStudio() {
  const judge = (n: number) => (n === 1 ? refused : taken)
  const { app, place, sender } = await openIssue(judge, { subscribers: 3, emailsPerMinute: 60 })
  await sender.sendDue()
  app.clock.now = Date.now()
  await submitContact(app, ada, visitor)
  const { id: call } = await bookFree(app, 3, { email: 'bob@example.org' })
  const { emails } = await act(app, 'outbox.list', { state: 'waiting' })
  const email = emails[0]?.id ?? ''
  await app.database.write((tx) => tx.updateTable('outbox').set({ state: 'failed' }).where('id', '=', email).execute())
  enterOwnContent()
  const args: Record<string, string[]> = {
    'calls.move': [call, '2026-12-09 14:30'],
    'calls.book': ['Grace Hopper', 'grace@client.example', '2026-12-09 15:30'],
    'calls.cancel': [call],
    'calls.approve': [call],
    'leads.mark': [call, 'spam'],
    'leads.reply': [call, 'Next week works.'],
    'outbox.retry': ['--failed'],
    'outbox.fix': [email, 'ada@new.example'],
    'outbox.delete': [email],
    'outbox.resume': [],
    'subscribers.import': ['-', '--consent', 'Yes', '--consent-at', '2024-05-01'],
    'subscribers.approve': [subscriberAddress(0)],
    'subscribers.remove': [subscriberAddress(0)],
    'issue.send': [other],
    'issue.resume': [slug],
    'issue.cancel': [slug],
    'issue.retry': [slug, '--failed'],
    'people.forget': [ada.email],
    'setup.voice': [],
  }
  const rows = async () => {
    const tables = await Promise.all(
      tableNames.map((table) => sql`select * from ${sql.table(table)}`.execute(app.database.db)),
    )
    return JSON.stringify(tables.map(({ rows }) => rows))
  }
  return { app, place, args, rows }
}

const all: [string, Action<Context>][] = Object.entries(actions)
const final = all.flatMap(([name, action]) => (typeof action.confirm === 'string' ? [{ name, action }] : []))
const wordsOf = (name: string, action: Action<Context>) => (action.command ?? name.replace('.', ' ')).split(' ')

test('without a terminal, a final action needs --yes or the right number, and changes nothing', async () => {
  const { app, place, args, rows } = await openStudio()
  expect(final.map(({ name }) => name).toSorted()).toEqual(Object.keys(args).toSorted())
  for (const { name, action } of final) {
    const isCounted = 'confirm' in action.input.shape
    if (name === 'outbox.resume') await act(app, 'outbox.pause', {})
    const words = [...wordsOf(name, action), ...(args[name] ?? [])]
    const before = await rows()
    const hint = isCounted ? / --confirm \d+\n$/ : / Add --yes to confirm\.\n$/
    for (const input of ['', 'n\n', 'y\n']) {
      const run = await runStudio(place, words, {}, name === 'subscribers.import' ? 'a@x.example\n' : input)
      expect(run, name).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(hint) })
    }
    expect(await rows(), name).toBe(before)
    if (name === 'outbox.resume') await act(app, 'outbox.resume', { confirm: await pendingIn(place) })
  }
})

async function pendingIn(place: Place): Promise<number> {
  const { stderr } = await runStudio(place, ['outbox', 'resume'])
  return Number(/--confirm (\d+)/.exec(stderr)?.[1])
}

test('in a terminal, a final action asks, and only yes runs it', async () => {
  const { place, rows } = await openStudio()
  const before = await rows()
  const forget = ['forget', ada.email]
  for (const streams of [
    ['stdin', 'stderr'],
    ['stdin', 'stdout'],
  ] as const)
    for (const input of ['n\n', '\n', '']) {
      const { code, stdout, stderr } = await runStudio(place, forget, {}, input, streams)
      expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(/deleted.* \[y\/N\][\s\S]*Nothing changed\./)])
    }
  const piped = await runStudio(place, forget, {}, 'y\n', ['stdin'])
  expect(piped).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  expect(await rows()).toBe(before)
  const asked = await runStudio(place, ['issue', 'send', other], {}, 'n\n', ['stdin', 'stderr'])
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('3 active subscribers. Continue? [y/N]') })
  const sent = await runStudio(place, ['issue', 'send', other], {}, 'y\n', ['stdin', 'stderr'])
  expect(sent).toMatchObject({ code: 0, stderr: expect.stringContaining('is on its way to 3 subscribers') })
  const erased = await runStudio(place, forget, {}, 'yes\n', ['stdin', 'stderr'])
  expect(erased).toMatchObject({ code: 0, stderr: expect.stringContaining('Erased: leads 1') })
})

test('a reversible input of such an action doesn’t ask: a dry run, or a lead that isn’t spam', async () => {
  const { place, args } = await openStudio()
  const trial = ['subscribers', 'import', ...(args['subscribers.import'] ?? []), '--dry-run']
  expect(await runStudio(place, trial, {}, 'a@x.example\n')).toMatchObject({ code: 0 })
  const [call = ''] = args['leads.mark'] ?? []
  expect(await runStudio(place, ['leads', 'mark', call, 'ham'])).toMatchObject({ code: 0 })
})

test('each change says what it can’t undo, and the desk asks before each final one it has', () => {
  const changes = all.filter(([, { kind }]) => kind === 'change')
  expect(changes.filter(([, { confirm }]) => confirm === undefined)).toEqual([])
  const views = globSync('desk/view/**/*.tsx')
  const code = views.map((view) => readFileSync(view, 'utf8')).join('\n')
  // The desk can undo a reply instead.
  for (const { name } of final.filter(({ name }) => name !== 'setup.voice' && name !== 'leads.reply')) {
    expect(code, name).toMatch(new RegExp(`(?:asks|change)=(?:"|\\{[^}]*')${name}['"]`))
  }
})
