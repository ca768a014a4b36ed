import { describe, expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { runStudio } from '../../../tests/support/run-studio.ts'
import { readList } from './list-file.ts'

function read(content: string | Buffer) {
  const { hasWords, hasTimes, lines } = readList(content)
  return { hasConsent: hasWords && hasTimes, lines }
}

test('a list can be imported, listed, changed, exported, and imported again', async () => {
  const place = await sqlite.createPlace({ isEmpty: true })
  const studio = (args: string[], input = '') => runStudio(place, ['subscribers', ...args], {}, input)
  const list = 'email;consentWords\r\n=bea@x.example;"Ja; bitte"\r\nnobody;Ja\r\n'
  const options = ['--consent', 'Yes', '--consent-at', '2024-05-01', '--from', 'the fair']
  const said =
    `There was no database in ${place.dataDir} (DATA_DIR), so a new, empty one was created.\n` +
    'Line 3: “nobody” isn’t an email address.\n' +
    'Done: imported 1, already known 0, suppressed 0, never confirmed 0, wrong 1.\n' +
    '  1 imported (the list doesn’t show who has left): =bea@x.example\n  1 wrong (isn’t an email address): nobody\n'
  expect(await studio(['import', '-', ...options], list)).toEqual({ code: 1, stdout: '', stderr: said })
  const row = '=bea@x.example\tconfirmed\t2024-05-01 00:00 UTC\tthe fair\n'
  expect(await studio([])).toEqual({ code: 0, stdout: row, stderr: 'Total: 1 confirmed.\n' })
  const exported = await studio(['export'])
  expect(exported.stdout).toMatch(
    /^"email","state","reasons","consentWords","consentPage","consentNetwork","consentAt","confirmedAt","unsubscribedAt","createdAt"\r\n"'=bea@x\.example","confirmed","","Ja; bitte","the fair","","2024-05-01T00:00:00\.000Z","2024-05-01T00:00:00\.000Z","",/,
  )
  const again = await studio(['import', '-'], exported.stdout)
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('imported 0, already known 1') })
  expect(await studio(['remove', '=bea@x.example'])).toMatchObject({ code: 0 })
  expect((await studio([])).stdout).toBe('')
})

test.each([
  [['import', '-'], 1, 'The list needs proof of consent'],
  [['import', '/nowhere/list.csv'], 1, 'can’t be opened: no such file'],
  [['remove', 'a@x.example', 'nobody'], 2, '“nobody” isn’t an email address'],
])('subscribers %j ends with code %i, and says why', async (args, code, words) => {
  const run = await runStudio(await sqlite.createPlace(), ['subscribers', ...args], {}, 'a@x.example\n')
  expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) })
  expect(run.stderr).not.toMatch(/^\s+at /m)
})

test.each([
  ['semicolons', 'Email;"Consent words"\r\na@x.example;Yes, please\r\n'],
  ['a byte order mark', '\uFEFFEMAIL,consentWords\r\n"a@x.example","Yes, please"\r\n'],
  ['bare carriage returns', 'email;consentWords\ra@x.example;Yes, please\r'],
  ['other columns and empty lines', '\nname,email,age,consentWords\n\nAda,a@x.example,36,"Yes, please"\n\n'],
])('a list with %s is read', (_, content) => {
  const { lines } = read(content)
  expect(lines.map(({ listed }) => listed)).toEqual([{ email: 'a@x.example', consentWords: 'Yes, please', signs: [] }])
})

test('reads bare addresses with their line numbers', () => {
  const { lines, hasConsent } = read('\n"a@x.example\r\nAda <b@x.example>\r\n\r\nc@x.example')
  expect(hasConsent).toBe(false)
  expect(lines).toEqual([
    { line: 2, listed: { email: '"a@x.example', signs: [] } },
    { line: 3, listed: { email: 'Ada <b@x.example>', signs: [] } },
    { line: 5, listed: { email: 'c@x.example', signs: [] } },
  ])
})

test.each([
  ['UTF-16', Buffer.from('\uFEFFemail\na@x.example', 'utf16le'), 'it’s UTF-16'],
  ['Latin-1 at its end', Buffer.from(`email\n${'a@x.example\n'.repeat(9_000)}\xE9@`, 'latin1'), 'it isn’t UTF-8'],
  ['nothing in it', '\n \n', 'it is empty'],
  ['no heading', 'Ada,a@x.example\n', 'must name the columns'],
  ['two columns for one thing', 'email,E-Mail\n', 'two of its columns mean “email”'],
  ['an open quote far from the end', `email\n"a@x.example\n${'b@x.example\n'.repeat(9_999)}`, 'Max Record Size'],
  ['a line without end', 'a'.repeat(300_000), 'its first line is too long'],
])('refuses a list with %s', (_, content, why) => {
  expect(() => read(content)).toThrow(why)
})

const proof = ['--consent', 'Yes', '--consent-at', '2024-05-01']

/** What an import would do with whom, according to a trial. */
async function trial(csv: string, ...options: string[]) {
  const args = ['subscribers', 'import', '-', ...proof, '--dry-run', '--json', ...options]
  const { stdout, stderr } = await runStudio(await sqlite.createPlace(), args, {}, csv)
  if (stdout === '') return stderr
  const { groups }: { groups: { verdict: string; examples: string[] }[] } = JSON.parse(stdout)
  const became: Record<string, string> = {}
  for (const { verdict, examples } of groups)
    became[verdict] = [became[verdict] ?? [], ...examples.map((email) => email.split('@')[0])].flat().join(' ')
  return became
}

describe('reads an export unchanged, and subscribes nobody who has left', () => {
  const time = '2024-01-02 10:11:12'
  test.each([
    [
      'Mailchimp, subscribed',
      `"Email Address","First Name","Phone Number",MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,NOTES,TAGS\nyes@x.example,Yes,"+1 555 0100",2,"${time}","${time}",,"""New"" clients"`,
      { imported: 'yes' },
    ],
    [
      'Mailchimp, unsubscribed',
      `"Email Address",OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,UNSUB_REASON,LEID\ngone@x.example,"${time}","${time}","2024-05-06 07:08:09",NORMAL,3`,
      { suppressed: 'gone' },
    ],
    [
      'Mailchimp, cleaned',
      `"Email Address",OPTIN_TIME,CONFIRM_TIME,CLEAN_TIME\ngone@x.example,"${time}","${time}","2024-05-06 07:08:09"`,
      { suppressed: 'gone' },
    ],
    [
      'Ghost',
      'id,email,name,note,subscribed_to_emails,complimentary_plan,created_at,deleted_at\n1,yes@x.example,Yes,,true,false,2024-01-15T10:00:00.000Z,\n2,gone@x.example,No,,false,false,2024-01-15T10:00:00.000Z,\n3,odd@x.example,,,,false,2024-01-15T10:00:00.000Z,',
      { imported: 'yes', suppressed: 'gone odd' },
    ],
    [
      'Substack',
      'email,active_subscription,expiry,plan,email_disabled,created_at\nyes@x.example,false,,other,false,2024-01-15T10:00:00.000Z\ngone@x.example,true,,other,true,2024-01-15T10:00:00.000Z',
      { imported: 'yes', suppressed: 'gone' },
    ],
    [
      'Buttondown',
      'id,creation_date,email,subscriber_type,unsubscription_date,unsubscription_reason\n1,2024-01-01T00:00:00Z,yes@x.example,regular,,\n2,2024-01-01T00:00:00Z,gone@x.example,unsubscribed,2024-03-01T00:00:00Z,too many\n3,2024-01-01T00:00:00Z,never@x.example,unactivated,,',
      { imported: 'yes', suppressed: 'gone', unconfirmed: 'never' },
    ],
    [
      'MailPoet',
      'Email,"Global Status",List,"List Status"\nyes@x.example,Subscribed,News,Subscribed\ngone@x.example,Subscribed,News,Unsubscribed\nidle@x.example,Inactive,News,Subscribed\ntwice@x.example,Subscribed,News,Subscribed\ntwice@x.example,Subscribed,Shop,Unsubscribed',
      { imported: 'yes', suppressed: 'gone twice twice', unconfirmed: 'idle' },
    ],
    [
      'Mautic',
      'Email,"Do not contact"\nyes@x.example,\nalso@x.example,0\ngone@x.example,"email: unsubscribed"',
      { imported: 'yes also', suppressed: 'gone' },
    ],
    [
      'Kit',
      `email,state,created_at\nyes@x.example,active,${time} UTC\ngone@x.example,cancelled,${time}\nspam@x.example,complained,${time}\nidle@x.example,inactive,${time}`,
      { imported: 'yes', suppressed: 'gone spam', unconfirmed: 'idle' },
    ],
    [
      'beehiiv',
      'email,status,utm_channel,referring_site,subscription_tier\nyes@x.example,active,website,https://x.example,free\nidle@x.example,validating,,,free\ngone@x.example,unsubscribed,,,free',
      { imported: 'yes', suppressed: 'gone', unconfirmed: 'idle' },
    ],
    [
      'listmonk',
      'uuid,email,status,attributes\n1a,yes@x.example,enabled,{}\n2b,gone@x.example,blocklisted,{}',
      { imported: 'yes', suppressed: 'gone' },
    ],
    [
      'Keila',
      'Email,Status\nyes@x.example,active\ngone@x.example,unreachable',
      { imported: 'yes', suppressed: 'gone' },
    ],
    [
      'its own, with someone who came back',
      `email,state,confirmedAt,unsubscribedAt\nyes@x.example,confirmed,2024-03-01,2024-02-01`,
      { imported: 'yes' },
    ],
    [
      'no day of confirmation',
      'email,confirmedAt\nyes@x.example,2024-03-01\nnever@x.example,',
      { imported: 'yes', unconfirmed: 'never' },
    ],
  ])('%s', async (_, csv, became) => {
    expect(await trial(csv)).toEqual(became)
  })

  test.each([
    ['email,Abo-Status\na@x.example,läuft', 'Abo-Status', '“läuft”'],
    ['email,state\na@x.example,California', 'state', '“California”'],
    ['email,note\na@x.example,please do not mail', 'note', '“please do not mail”'],
    ['email,Uit\na@x.example,2024-05-06\nb@x.example,', 'Uit', '“2024-05-06”'],
    ['email,Mail opt-in\na@x.example,', 'Mail opt-in', 'empty'],
  ])('but an unknown column that could show who has left stops it: %j', async (csv, name, shown) => {
    expect(await trial(csv)).toMatch(
      new RegExp(`its column “${name}” \\(.*${shown}.*\\) could show who has unsubscribed`),
    )
    expect(await trial(csv, '--ignore', 'no')).toContain('it has no column “no”')
    expect(await trial(csv, '--ignore', name.toUpperCase())).toMatchObject({ imported: expect.stringContaining('a') })
  })

  test.each([
    ['a cell after the last column', 'email\na@x.example,unsubscribed\nb@x.example,2024-05-06\nc@x.example,'],
    ['a header that has the separator', 'email,"Last, name",unsubscribed_at\na@x.example,hi,2024-05-06\nc@x.example,,'],
    ['no day of confirmation', 'email,confirmed_at\na@x.example,NULL\nb@x.example,pending\nc@x.example,2024-05-06'],
    ['no day of leaving', 'email,unsubscribed_at\na@x.example,2024-05-06\nc@x.example,0000-00-00 00:00:00'],
    [
      'both on one day',
      'email,confirmed_at,unsubscribed_on\na@x.example,2024-03-05 10:00,2024-03-05\nc@x.example,2024-05-06,',
    ],
    [
      'characters that nobody can see',
      'email,state,note,confirmed_at\na@x.example,\u200Ebounced,,\nc@x\u200B.exam\u000Bple,ac\u00ADtive\u0085,,\u200E2024-05-06\u2028',
    ],
    ['an address in another form', 'email,state\na@x.example,active\nmailto:a@x.example.,bounced\nc@x.example,active'],
    [
      'quotes as MailPoet writes them',
      'email,name,state\na@x.example,x,unsubscribed\nc@x.example,"The \\"C\\", me",active',
    ],
  ])('%s: only people who may be emailed become subscribers', async (_, csv) => {
    expect(await trial(csv)).toMatchObject({ imported: 'c' })
  })

  test('a later list of people who left ends imported subscriptions, but not those confirmed here', async () => {
    const place = await sqlite.createPlace()
    const run = async (csv: string) =>
      JSON.parse((await runStudio(place, ['subscribers', 'import', '-', '--json', ...proof], {}, csv)).stdout)
    expect(await run('email,state\na@x.example,active\nb@x.example,active')).toMatchObject({ imported: 2 })
    expect(await run('email,state\na@x.example,unsubscribed')).toMatchObject({ suppressed: 1, known: 0 })
    expect(await run('email,state\na@x.example,active\nb@x.example,active')).toMatchObject({ suppressed: 1, known: 1 })
    const { stdout } = await runStudio(place, ['subscribers', '--json'])
    expect(stdout).toContain('unsubscribed')
  })
})
