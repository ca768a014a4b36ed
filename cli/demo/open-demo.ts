import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleFolder } from '../../platform/content/starter/starter.ts'
import { readEnvironment } from '../../platform/environment.ts'
import { createSilentLog } from '../../platform/log.ts'
import { dayMs, formatDay } from '../../platform/text/time-text.ts'
import { trainedFile } from '../../server/chat/understand/train.ts'
import { openServices } from '../../server/services.ts'
import busy from './busy.json' with { type: 'json' }
import { fillDemo } from './fill-demo.ts'
import quiet from './quiet.json' with { type: 'json' }
import type { DemoName, DemoStudio } from './studio.ts'

type DemoOptions = { studio?: DemoName | 'new'; now?: () => number }

const studios: Record<DemoName, DemoStudio> = { busy, quiet }

/**
 * Opens Kitewright on made-up data and the sample's content, in a temporary folder that becomes the working directory.
 * `close` removes the folder. @param options.now when the data ends @param options.studio `new` has no data
 */
export async function openDemo({ studio: name = 'busy', now = Date.now }: DemoOptions = {}) {
  const [caller, contentDir] = [process.cwd(), process.env['CONTENT_DIR']]
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-demo-'))
  const remove = () => {
    process.chdir(caller)
    if (contentDir !== undefined) process.env['CONTENT_DIR'] = contentDir
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  const studio = name === 'new' ? undefined : studios[name]
  const startedAt = now()
  putContent(folder, studio, startedAt)
  process.chdir(folder)
  delete process.env['CONTENT_DIR']
  const calendar = join(import.meta.dirname, 'calendar.ics')
  const environment = readEnvironment({
    SITE_URL: 'https://kitewright.example',
    DATA_DIR: join(folder, 'data'),
    ...(studio && { BACKUP_DIR: join(folder, 'backups'), CALENDAR_URLS: calendar }),
  })
  const clock: { at: number | undefined } = { at: undefined }
  const app = await openServices(environment, createSilentLog(), { now: () => clock.at ?? now() })
  if (studio !== undefined) await fillDemo({ app, studio, clock, now: startedAt })
  app.start()
  const close = async () => {
    await app.close(0)
    process.off('exit', remove)
    remove()
  }
  return { ...app, folder, close }
}

/** Copies the sample, backdates its articles, and reuses the trained chat answers from the last build. */
function putContent(folder: string, studio: DemoStudio | undefined, now: number): void {
  const content = join(folder, 'content')
  cpSync(sampleFolder, content, { recursive: true })
  if (studio === undefined) return
  // With only this file as the sample, Setup treats all other content as the studio's own.
  cpSync(join(sampleFolder, 'blog.yaml'), join(folder, 'sample', 'blog.yaml'))
  appendFileSync(join(content, 'studio.yaml'), '\npostalAddress: 12 Example Street, 10115 Berlin, Germany\n')
  for (const { slug, daysAgo } of [...studio.issues, studio.draft]) {
    const file = join(content, 'articles', slug, 'index.md')
    const date = `date: ${formatDay(new Date(now - daysAgo * dayMs))}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^date: .*\n(?:updated: .*\n)?/m, `${date}\n`))
  }
  const trained = ['sample', 'current'].map((name) => join('dist', name, trainedFile)).find(existsSync)
  if (trained === undefined) return
  const copy = join(folder, 'dist/current', trainedFile)
  cpSync(trained, copy)
  utimesSync(copy, new Date(now), new Date(now - 2.83 * dayMs))
}
