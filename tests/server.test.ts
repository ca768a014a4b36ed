import { spawn, spawnSync } from 'node:child_process'
import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { serverProcess } from '../scripts/steps.mjs'
import { engines, temporaryFolder } from './support/databases.ts'
import { pageMarks } from './support/desk.ts'
import { inTurn, mvpPlan, mvpReply, readReply, type Script, stallsAfter, startGateway } from './support/mock-gateway.ts'
import { emailsIn } from './support/owner.ts'
import { runStudio } from './support/run-studio.ts'
import { startSmtpServer } from './support/sending.ts'
import { type RunningSite, startSite } from './support/start-site.ts'

const visitor = { name: 'Zoë Ångström', email: 'zoe@client.example', project: 'Ein Drachen.\nRot.' }

async function start(variables: Record<string, string>, log?: 'pipe'): Promise<RunningSite> {
  const site = await startSite(variables, { log })
  onTestFinished(async () => void (await site.stop()))
  return site
}

function post(site: RunningSite, values: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ...values, ...pageMarks })
  return fetch(`${site.url}/api/contact`, { method: 'POST', headers, body })
}

test.each(engines)('the built server on $name sends a lead to the owner by SMTP', async ({ createPlace }) => {
  const place = await createPlace()
  const smtp = await startSmtpServer()
  const database = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }
  const site = await start({ DATA_DIR: place.dataDir, SMTP_URL: smtp.url, ...database })
  const { reference } = await (await post(site, visitor)).json()
  const { stdout } = await runStudio(place, ['leads', 'export', '--format', 'json'])
  expect(JSON.parse(stdout)).toMatchObject([{ ...visitor, reference, kind: 'contact', status: 'ok' }])
  await smtp.waitFor(2)
  const toOwner = smtp.received.find(({ envelope }) => envelope.to.includes('hello@kitewright.example'))
  expect(toOwner?.replyTo).toMatchObject([{ address: visitor.email }])
  expect(toOwner?.text).toContain(visitor.project.split('\n')[0])
  const receipt = smtp.received.find(({ envelope }) => envelope.to.includes(visitor.email))
  expect(receipt?.text).toContain(reference)
  expect(receipt?.raw).not.toContain('Drachen')
})

test('the built server keeps running, answers 503, and sends emails after its files were deleted', async () => {
  const project = temporaryFolder()
  cpSync('dist/sample/', join(project, 'dist/build-1'), { recursive: true })
  symlinkSync('build-1', join(project, 'dist/current'))
  for (const [name, target] of Object.entries({ content: 'sample', node_modules: 'node_modules' }))
    symlinkSync(resolve(target), join(project, name))
  const site = await startSite({}, { project, log: 'pipe' })
  onTestFinished(async () => void (await site.stop()))
  const log = site.process.stdout ? text(site.process.stdout) : ''
  rmSync(join(project, 'dist/build-1'), { recursive: true })
  // Astro loads the code of the last two from the build.
  const expected = { '/': 503, '/blog': 503, '/readyz': 200, '/contact': 500, '/nowhere': 500 }
  for (const [path, status] of Object.entries(expected))
    expect([path, (await fetch(site.url + path)).status]).toEqual([path, status])
  await post(site, visitor)
  await fetch(`${site.url}/api/newsletter`, { method: 'POST', body: new URLSearchParams({ email: visitor.email }) })
  await expect.poll(() => emailsIn(site.dataDir)).toHaveLength(3)
  // Their links lead to the printed address.
  for (const email of await emailsIn(site.dataDir)) expect(email.html).toContain(`href="${site.url}/`)
  await site.end()
  expect(await log).toMatch(/"level":50,.*"path":"\/".*couldn’t read a built file/)
  expect(await log).not.toContain('"level":60')
})

test('the built server reports that it can’t store anything, keeps typed text, and shows the studio’s address', async () => {
  const site = await start({})
  const database = new Database(join(site.dataDir, 'kitewright.sqlite'))
  onTestFinished(() => void database.close())
  for (const table of ['leads', 'subscribers', 'settings'])
    database.exec(`create trigger no_${table} before insert on ${table} begin select raise(abort, 'disk full'); end`)
  const send = (form: string, values: Record<string, string>) =>
    fetch(`${site.url}/api/${form}`, { method: 'POST', body: new URLSearchParams(values) })
  const [lead, subscription] = [await send('contact', visitor), await send('newsletter', { email: visitor.email })]
  expect([lead.status, subscription.status, (await fetch(`${site.url}/readyz`)).status]).toEqual([503, 503, 503])
  expect(await lead.text()).toMatch(/hello@kitewright.example.*Ein Drachen.\nRot./s)
  expect(await subscription.text()).toMatch(/I couldn’t save your address.*value="zoe@client.example"/s)
})

function askChat({ url }: RunningSite): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'What does an MVP cost?' }] })
  return fetch(`${url}/api/chat`, { method: 'POST', headers, body })
}

/** A reply whose second half comes when the test says so. */
function inTwoParts() {
  const second = Promise.withResolvers<void>()
  const script: Script = async (answer) => {
    await answer.say(mvpPlan.slice(0, 20))
    await second.promise
    await answer.say(mvpPlan.slice(20))
    await answer.finish()
  }
  return { script, goOn: second.resolve }
}

test('the built server streams details before the reply, and finishes open requests when it’s stopped', async () => {
  const [first, last] = [inTwoParts(), inTwoParts()]
  const gateway = await startGateway({ m: inTurn(first.script, last.script, stallsAfter(mvpPlan.slice(0, 20))) })
  const site = await start({ CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: 'm' })

  // What the visitor said is handed on before the model's reply is complete.
  const response = await askChat(site)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  let read = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    read += part
    if (read.includes('"type":"details"')) first.goOn()
  }
  expect(read).toMatch(/\$2,999.*"type":"turn".*"done","outcome":"answered"\}\n\n$/s)

  // A server that stops lets a reply finish, but doesn't wait for one that hangs.
  const reading = readReply(await askChat(site))
  await gateway.waitFor(2)
  const wasCut = expect(askChat(site).then((reply) => reply.text())).rejects.toThrow()
  await gateway.waitFor(3)
  const ended = site.end()
  last.goOn()
  expect(await reading).toMatchObject({ text: mvpReply, outcome: 'answered' })
  expect(await ended).toBe(0)
  await wasCut
})

test('the start names an invalid variable and a SITE_URL that the pages weren’t built for, and the log has only requests', async () => {
  const { said, url, end, process } = await start({ SITE_URL: 'https://lumen.example', SMPT_URL: 'smtp://x' }, 'pipe')
  const log = process.stdout ? text(process.stdout) : ''
  expect(said).toEqual([
    '! Unknown setting SMPT_URL. Did you mean SMTP_URL?',
    expect.stringContaining('! SITE_URL is https://lumen.example, but the pages were built for http://localhost:4321'),
  ])
  const ready = await fetch(`${url}/readyz`)
  expect(`${ready.status} ${await ready.text()}`).toMatch(/^200 ready\nSITE_URL is \S+, but the pages were built for /)
  await end()
  const requests = (await log).split('\n').filter((line) => line.includes('"msg":"request"'))
  expect(requests.map((line) => JSON.parse(line).path)).toEqual(['/readyz'])
})

test('an invalid variable stops the build', () => {
  const env = { PATH: process.env['PATH'], SITE_URL: 'kitewright', PORT: '0' }
  const options = { env, encoding: 'utf8', timeout: 50_000 } as const
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-if-changed.mjs'], options)
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^Building the site …\nSITE_URL: “kitewright” is invalid\. It must be .*\n\n✗ Couldn’t build the site/,
  )
})

const hasTerminals = spawnSync('script', ['--version']).status === 0

test.skipIf(!hasTerminals)(
  'in a terminal the start takes three lines: where it is and what to do, and no JSON',
  async () => {
    const { args, env } = serverProcess('sample')
    const settings = { PATH: process.env['PATH'], CONTENT_DIR: 'sample', PORT: '0', DATA_DIR: temporaryFolder() }
    const command = `exec ${[process.execPath, ...args].join(' ')}`
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void child.kill())
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async () => (await lines.next()).value?.trimEnd() ?? ''
    const [address, settingsLine, hint] = [await next(), await next(), await next()]
    expect(address).toMatch(/^Kitewright is at http:/)
    expect(settingsLine).toContain('Leads go to hello@kitewright.example; SMTP_URL isn’t set: emails are written to ')
    expect(hint).toMatch(/^Next: open the URL, .*npm run studio/)
    for (const path of ['/blog', '/nowhere%1B[2J']) await fetch(address.split(' ').at(-1) + path)
    expect(await next()).toMatch(/^\d\d:\d\d:\d\d {2}page not found {2}\{.*nowhere/)
  },
)
