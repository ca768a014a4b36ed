import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type ClientRequest, request as requestPlain } from 'node:http'
import { connect, type OutgoingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './support/databases.ts'
import { leadsOf } from './support/owner.ts'
import { freePort, startSite } from './support/start-site.ts'

/** The set-up of the tests does not install it: Debian's package begins to serve at once. */
const hasNginx = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0

/** The real nginx with deploy/nginx.conf in front of a site, with free ports and a certificate of its own. */
async function startNginx(siteUrl: string): Promise<{ http: number; https: number }> {
  const folder = temporaryFolder()
  const [http, https] = [await freePort(), await freePort()]
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`]
  execFileSync('openssl', [...certificate, '-subj', '/CN=studio.example', ...files], { stdio: 'ignore' })
  const edits = {
    'listen 443': `listen 127.0.0.1:${https}`,
    'listen [::]:443': `listen [::1]:${https}`,
    'listen 80': `listen 127.0.0.1:${http}`,
    'listen [::]:80': `listen [::1]:${http}`,
    '/etc/letsencrypt/live/studio.example': folder,
    'http://127.0.0.1:4321': siteUrl,
  }
  let text = readFileSync('deploy/nginx.conf', 'utf8')
  for (const [from, to] of Object.entries(edits)) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = places.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {}`
  writeFileSync(join(folder, 'nginx.conf'), `${main} http { ${paths} include ${folder}/site.conf; }`)
  writeFileSync(join(folder, 'site.conf'), text)
  const child = spawn('nginx', ['-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  const isUp = () =>
    askByHttp(http, name, '/').then(
      () => true,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    await pause(20)
  }
  return { http, https }
}

const name = 'studio.example'
const tls = { servername: name, rejectUnauthorized: false }
const visitor = { name: 'Zoë', email: 'zoe@client.example', project: 'A kite for the wall.' }

test.skipIf(!hasNginx)(
  'the documented nginx serves the site by TLS under its name, on both families, and nothing to others',
  { timeout: 120_000 },
  async () => {
    const site = await startSite({ SITE_URL: `https://${name}`, TRUSTED_PROXIES: '1' })
    onTestFinished(async () => {
      await site.stop()
    })
    const { http, https } = await startNginx(site.url)

    for (const address of ['127.0.0.1', '[::1]']) {
      const page = await askByHttp2(`https://${address}:${https}`, { ':path': '/', ':authority': name })
      expect(page).toMatchObject({ status: 200, server: 'nginx', body: expect.stringContaining('<h1') })
    }
    const post = { ':method': 'POST', ':path': '/api/contact', ':authority': name, 'content-type': 'application/json' }
    const stored = await askByHttp2(`https://127.0.0.1:${https}`, post, JSON.stringify(visitor))
    expect(stored.status).toBe(200)
    expect(leadsOf(site.dataDir)).toMatchObject([visitor])
    const chat = { ...post, ':path': '/api/chat' }
    const question = JSON.stringify({ messages: [{ role: 'user', content: 'What does an MVP cost?' }] })
    const reply = await askByHttp2(`https://127.0.0.1:${https}`, chat, question)
    expect(reply).toMatchObject({ status: 200, body: expect.stringContaining('data: {"type":"done"') })

    const plain = await askByHttp(http, name, '/blog?a=b')
    expect(plain).toMatchObject({ status: 301, location: `https://${name}/blog?a=b`, server: 'nginx' })
    await expect(askByHttp(http, 'evil.example', '/x')).rejects.toThrow()
    await expect(askByHttps(https, { ...tls, servername: 'evil.example' }, 'evil.example')).rejects.toThrow()
    await expect(askByHttps(https, tls, 'evil.example')).rejects.toThrow()
    expect(await askByHttps(https, tls, name)).toMatchObject({ status: 200 })
  },
)

async function askByHttp2(origin: string, headers: OutgoingHttpHeaders, body = '') {
  const session = connect(origin, tls)
  const stream = session.request(headers, { endStream: false }).end(body)
  const [answer] = await once(stream, 'response')
  const read = await text(stream)
  session.close()
  return { status: answer[':status'], server: answer.server, body: read }
}

const askByHttp = (port: number, host: string, path: string) =>
  answerTo(requestPlain({ host: '127.0.0.1', port, path, headers: { host } }))
const askByHttps = (port: number, options: typeof tls, host: string) =>
  answerTo(request({ ...options, host: '127.0.0.1', port, headers: { host } }))

async function answerTo(asked: ClientRequest) {
  const [answer] = await once(asked.end(), 'response')
  answer.resume()
  return { status: answer.statusCode, location: answer.headers.location, server: answer.headers.server }
}
