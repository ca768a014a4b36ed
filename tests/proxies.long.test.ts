import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { readCache } from '../scripts/steps.mjs'
import { temporaryFolder } from './support/databases.ts'
import { freePort } from './support/listen.ts'
import { leadsOf } from './support/owner.ts'
import { startSite } from './support/start-site.ts'

type Proxy = { http: number; https: number }

const name = 'studio.example'
const visitor = { name: 'Zoë', email: 'zoe@client.example', project: 'A kite for the wall.' }
const proxies = {
  caddy: { start: startCaddy, addresses: ['127.0.0.1'] },
  nginx: { start: startNginx, addresses: ['127.0.0.1', '[::1]'] },
}

for (const [program, { start, addresses }] of Object.entries(proxies)) {
  const path = readCache(program)
  test.skipIf(path === '')(
    `the documented ${program} serves the site by TLS under its name, and nothing to others`,
    async () => {
      const site = await startBehindProxy()
      const { http, https } = await start(path, site.url)
      const post = (path: string, body: object, options: string[] = []) =>
        curl(`https://${name}${path}`, https, { options: [...options, ...postOptions], body })

      for (const address of addresses) {
        const page = curl(`https://${name}/`, https, { options: ['-H', 'accept-encoding: br'], address })
        const headers = /content-encoding: br.*strict-transport-security: max-age=63072000\r/s
        expect(page).toMatchObject({ status: '200', version: '2', text: expect.stringMatching(headers) })
        expect(page.text.toLowerCase()).toContain(`server: ${program}`)
      }
      expect(curl(`http://${name}/blog?a=b`, http).location).toBe(`https://${name}/blog?a=b`)
      // Caddy first redirects to https with the same name.
      expect(curl(`http://www.${name}/blog?a=b`, http).location).toMatch(
        /^https:\/\/(www\.)?studio\.example\/blog\?a=b$/,
      )
      const www = curl(`https://www.${name}/blog?a=b`, https)
      expect(www).toMatchObject({ status: '301', location: `https://${name}/blog?a=b` })
      expect(post('/api/contact', visitor).status).toBe('200')
      expect(leadsOf(site.dataDir)).toMatchObject([visitor])
      const reply = post('/api/chat', { messages: [{ role: 'user', content: 'What does an MVP cost?' }] })
      expect(reply).toMatchObject({ status: '200', text: expect.stringContaining('data: {"type":"done"') })
      expect(reply.startS).toBeLessThan(reply.totalS / 2)
      expect(post('/api/chat', { messages: [{ role: 'user', content: 'a'.repeat(380_000) }] }).status).toBe('422')
      expect(post('/api/chat', { messages: [{ role: 'user', content: 'a'.repeat(4_000_000) }] }).status).toBe('413')

      const postFrom = (address: string, project: string) =>
        post('/api/contact', { ...visitor, project }, [
          '--interface',
          address,
          '-H',
          `x-forwarded-for: 8.8.4.${project}`,
        ])
      const statuses = Array.from({ length: 40 }, (_, i) => postFrom('127.0.0.2', `${i}`).status)
      expect(statuses.lastIndexOf('200')).toBeLessThan(statuses.indexOf('429'))
      expect(postFrom('127.0.0.3', '1').status).toBe('200')

      expect(curl('https://evil.example/', https).status).toBe('000')
      expect(curl('http://evil.example/', http).text).not.toContain('<h1')
      expect(curl(`https://${name}/`, https, { options: ['-H', 'Host: evil.example'] }).text).not.toContain('<h1')
    },
  )
}

test.skipIf(readCache('caddy') === '')('pages wait in Caddy while the site restarts', async () => {
  const port = `${await freePort()}`
  const site = await startBehindProxy({ PORT: port })
  const { https } = await startCaddy(readCache('caddy'), site.url)
  await site.end()
  const waiting = spawn('curl', [...curlArgs(https), `https://${name}/`])
  const answer = text(waiting.stdout)
  await startBehindProxy({ PORT: port })
  expect(await answer).toContain('HTTP/2 200')
})

async function startBehindProxy(variables: Record<string, string> = {}) {
  const site = await startSite({ SITE_URL: `https://${name}`, TRUSTED_PROXIES: '1', ...variables })
  onTestFinished(async () => void (await site.stop()))
  return site
}

/** Caddy with deploy/Caddyfile, on free ports, with certificates of its own. */
async function startCaddy(path: string, siteUrl: string): Promise<Proxy> {
  const folder = temporaryFolder()
  const [http, https] = [await freePort(), await freePort()]
  const ports = `http_port ${http}\nhttps_port ${https}\ndefault_bind 127.0.0.1`
  const options = `{\nadmin off\nlocal_certs\nskip_install_trust\n${ports}\n}\n`
  const config = edited('deploy/Caddyfile', { '127.0.0.1:4321': new URL(siteUrl).host })
  writeFileSync(join(folder, 'Caddyfile'), options + config)
  await run(path, ['run', '--config', join(folder, 'Caddyfile')], { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder })
  await expect.poll(() => curl(`https://${name}/healthz`, https).status).toBe('200')
  return { http, https }
}

/** nginx with deploy/nginx.conf, on free ports, with a certificate of its own. */
async function startNginx(path: string, siteUrl: string): Promise<Proxy> {
  const folder = temporaryFolder()
  const [http, https] = [await freePort(), await freePort()]
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`]
  execFileSync(
    'openssl',
    [
      ...certificate,
      '-subj',
      '/CN=studio.example',
      '-addext',
      'subjectAltName=DNS:studio.example,DNS:www.studio.example',
      ...files,
    ],
    { stdio: 'ignore' },
  )
  const config = edited('deploy/nginx.conf', {
    'listen 443': `listen 127.0.0.1:${https}`,
    'listen [::]:443': `listen [::1]:${https}`,
    'listen 80': `listen 127.0.0.1:${http}`,
    'listen [::]:80': `listen [::1]:${http}`,
    '/etc/letsencrypt/live/studio.example': folder,
    'http://127.0.0.1:4321': siteUrl,
  })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = places.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  const main = `user root; daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {}`
  writeFileSync(join(folder, 'nginx.conf'), `${main} http { ${paths} include ${folder}/site.conf; }`)
  writeFileSync(join(folder, 'site.conf'), config)
  await run(path, ['-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`])
  await expect.poll(() => curl(`http://${name}/`, http).status).toBe('301')
  return { http, https }
}

function edited(file: string, edits: Record<string, string>): string {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of Object.entries(edits)) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  return text
}

async function run(path: string, args: string[], variables: Record<string, string> = {}): Promise<void> {
  const child = spawn(path, args, { stdio: 'ignore', env: { PATH: process.env['PATH'], ...variables } })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
}

/** The body is on standard input. */
const postOptions = ['-H', 'content-type: application/json', '--data-binary', '@-']

function curlArgs(port: number, address = '127.0.0.1'): string[] {
  return ['-ski', '--max-time', '20', '--connect-to', `::${address}:${port}`]
}

type Request = { options?: string[]; address?: string; body?: object }

/** Asks a proxy for a page under a name. */
function curl(url: string, port: number, { options = [], address, body = {} }: Request = {}) {
  const report = '\n%{http_code} %{http_version} %{time_starttransfer} %{time_total} %{redirect_url}'
  const args = [...curlArgs(port, address), '-w', report, ...options, url]
  const { stdout } = spawnSync('curl', args, { input: JSON.stringify(body), encoding: 'utf8' })
  const [status, version, startS, totalS, location] = stdout.slice(stdout.lastIndexOf('\n') + 1).split(' ')
  return { status, version, startS: Number(startS), totalS: Number(totalS), location, text: stdout }
}
