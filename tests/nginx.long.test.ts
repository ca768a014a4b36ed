import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './support/databases.ts'
import { freePort } from './support/listen.ts'
import { leadsOf } from './support/owner.ts'
import { startSite } from './support/start-site.ts'

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
  await expect.poll(() => curl(`http://${name}/`, http).status).toBe('301')
  return { http, https }
}

const name = 'studio.example'
const visitor = { name: 'Zoë', email: 'zoe@client.example', project: 'A kite for the wall.' }

/** Asks nginx at an address for a page under a name, by the system's curl. */
function curl(url: string, port: number, options: string[] = [], address = '127.0.0.1') {
  const report = ['-w', '\n%{http_code} %{http_version} %{redirect_url}', '--max-time', '20']
  const args = ['-ski', ...report, '--connect-to', `::${address}:${port}`, ...options, url]
  const { stdout } = spawnSync('curl', args, { encoding: 'utf8' })
  const [status, version, location] = stdout.slice(stdout.lastIndexOf('\n') + 1).split(' ')
  return { status, version, location, text: stdout }
}

test.skipIf(!hasNginx)(
  'the documented nginx serves the site by TLS under its name, on both families, and nothing to others',
  async () => {
    const site = await startSite({ SITE_URL: `https://${name}`, TRUSTED_PROXIES: '1' })
    onTestFinished(async () => void (await site.stop()))
    const { http, https } = await startNginx(site.url)
    const post = (path: string, body: object) =>
      curl(`https://${name}${path}`, https, ['-H', 'content-type: application/json', '-d', JSON.stringify(body)])

    for (const address of ['127.0.0.1', '[::1]']) {
      const page = curl(`https://${name}/`, https, [], address)
      expect(page).toMatchObject({ status: '200', version: '2', text: expect.stringMatching(/server: nginx.*<h1/s) })
    }
    expect(post('/api/contact', visitor).status).toBe('200')
    expect(leadsOf(site.dataDir)).toMatchObject([visitor])
    const reply = post('/api/chat', { messages: [{ role: 'user', content: 'What does an MVP cost?' }] })
    expect(reply).toMatchObject({ status: '200', text: expect.stringContaining('data: {"type":"done"') })
    expect(curl(`http://${name}/blog?a=b`, http)).toMatchObject({ status: '301', location: `https://${name}/blog?a=b` })
    const none = { status: '000' }
    expect(curl('http://evil.example/x', http)).toMatchObject(none)
    expect(curl('https://evil.example/', https)).toMatchObject(none)
    expect(curl(`https://${name}/`, https, ['-H', 'Host: evil.example'])).toMatchObject(none)
  },
)
