import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'

/** The set-up of the tests does not install it: Debian's package begins to serve at once. */
export const hasNginx = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0

/**
 * The real nginx with deploy/nginx.conf in front of a site, with free ports and a certificate of its own.
 * @param edits what an owner changes in the file
 */
export async function startNginx(
  siteUrl: string,
  edits: [from: string, to: string][] = [],
): Promise<{ http: number; https: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-nginx-'))
  const [http, https] = [await freePort(), await freePort()]
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`]
  execFileSync('openssl', [...certificate, '-subj', '/CN=studio.example', ...files], { stdio: 'ignore' })
  const text = [
    ...edits,
    ['listen 443', `listen 127.0.0.1:${https}`],
    ['listen [::]:443', `listen [::1]:${https}`],
    ['listen 80', `listen 127.0.0.1:${http}`],
    ['listen [::]:80', `listen [::1]:${http}`],
    ['/etc/letsencrypt/live/studio.example', folder],
    ['http://127.0.0.1:4321', siteUrl],
  ].reduce(
    (all, [from = '', to = '']) => {
      if (!all.includes(from)) throw new Error(`deploy/nginx.conf has no “${from}”`)
      return all.replaceAll(from, to)
    },
    readFileSync('deploy/nginx.conf', 'utf8'),
  )
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {}`
  writeFileSync(join(folder, 'nginx.conf'), `${main} http { ${paths.join(' ')} include ${folder}/site.conf; }`)
  writeFileSync(join(folder, 'site.conf'), text)
  const child = spawn('nginx', ['-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true })
  })
  while (!(await answers(https))) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    await pause(20)
  }
  return { http, https }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
