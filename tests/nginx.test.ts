import { once } from 'node:events'
import { request as requestPlain } from 'node:http'
import { connect, type OutgoingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { hasNginx, startNginx } from './support/nginx.ts'
import { leadsOf } from './support/owner.ts'
import { startSite } from './support/start-site.ts'

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
    expect(await askByHttps(https, tls, name)).toBe(200)

    const wider = await startNginx(site.url, [
      ['# proxy_hide_header', 'proxy_hide_header'],
      ['# add_header', 'add_header'],
    ])
    const { hsts } = await askByHttp2(`https://127.0.0.1:${wider.https}`, { ':path': '/none', ':authority': name })
    expect(hsts).toBe('max-age=63072000; includeSubDomains')
  },
)

async function askByHttp2(origin: string, headers: OutgoingHttpHeaders, body = '') {
  const session = connect(origin, tls)
  const stream = session.request(headers, { endStream: false }).end(body)
  const [answer] = await once(stream, 'response')
  const read = await text(stream)
  session.close()
  return { status: answer[':status'], server: answer.server, hsts: answer['strict-transport-security'], body: read }
}

async function askByHttp(port: number, host: string, path: string) {
  const [answer] = await once(requestPlain({ host: '127.0.0.1', port, path, headers: { host } }).end(), 'response')
  answer.resume()
  return { status: answer.statusCode, location: answer.headers.location, server: answer.headers.server }
}

async function askByHttps(port: number, options: typeof tls, host: string): Promise<number> {
  const [answer] = await once(request({ ...options, host: '127.0.0.1', port, headers: { host } }).end(), 'response')
  answer.resume()
  return answer.statusCode
}
