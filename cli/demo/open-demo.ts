import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sampleFolder } from '../../platform/content/starter/starter.ts'
import { createFileMailer, emailFolder, type Mailer } from '../../platform/email/mailer.ts'
import { readEnvironment } from '../../platform/environment.ts'
import { createSilentLog } from '../../platform/log.ts'
import { dayMs, dayOf } from '../../platform/text/time-text.ts'
import { openServices } from '../../server/services.ts'
import busy from './busy.json' with { type: 'json' }
import { calendarFile } from './calendar-file.ts'
import { fillDemo } from './fill-demo.ts'
import quiet from './quiet.json' with { type: 'json' }
import type { DemoName, DemoStudio } from './studio.ts'

const studios: Record<DemoName, DemoStudio> = { busy, quiet }

/**
 * Opens Kitewright on made-up data and the sample's content, in a temporary folder that becomes the working directory.
 * `close` removes it.
 * @param options.studio `new` is a studio on its first day, without data @param options.now the desk's clock; the data ends there
 */
export async function openDemo({
  studio = 'busy',
  now = Date.now,
}: {
  studio?: DemoName | 'new'
  now?: () => number
} = {}) {
  const data: DemoStudio | undefined = studio === 'new' ? undefined : studios[studio]
  const caller = process.cwd()
  const contentDir = process.env['CONTENT_DIR']
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-demo-'))
  const remove = () => {
    process.chdir(caller)
    if (contentDir !== undefined) process.env['CONTENT_DIR'] = contentDir
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  const startedAt = now()
  putContent(folder, data, startedAt)
  process.chdir(folder)
  delete process.env['CONTENT_DIR']
  const calendar = join(folder, 'calendar.ics')
  if (data !== undefined) writeFileSync(calendar, calendarFile(data.events, startedAt))
  const environment = readEnvironment({
    SITE_URL: 'https://kitewright.example',
    DATA_DIR: join(folder, 'data'),
    ...(data && { BACKUP_DIR: join(folder, 'backups'), CALENDAR_URLS: calendar }),
  })
  const clock: { at?: number } = {}
  const mailer = refusingDeadAddresses(createFileMailer(emailFolder(environment.dataDir)))
  const app = await openServices(environment, createSilentLog(), { now: () => clock.at ?? now(), mailer })
  if (data !== undefined) await fillDemo(app, data, clock)
  app.start()
  const close = async () => {
    await app.close(0)
    process.off('exit', remove)
    remove()
  }
  return { ...app, folder, close }
}

/** Copies the sample, publishes its articles in the demo's past, and links the last build, for the chat's answers. */
function putContent(folder: string, data: DemoStudio | undefined, now: number): void {
  const content = join(folder, 'content')
  cpSync(sampleFolder, content, { recursive: true })
  if (data === undefined) return
  appendFileSync(join(content, 'studio.yaml'), '\npostalAddress: 12 Example Street, 10115 Berlin, Germany\n')
  for (const { slug, daysAgo } of [...data.issues, data.draft, ...(data.sending ? [data.sending] : [])]) {
    const file = join(content, 'articles', slug, 'index.md')
    const date = `date: ${dayOf(new Date(now - daysAgo * dayMs))}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^date: .*\n(?:updated: .*\n)?/m, `${date}\n`))
  }
  const build = ['sample', 'current'].map((name) => resolve('dist', name)).find((each) => existsSync(each))
  if (build === undefined) return
  mkdirSync(join(folder, 'dist'))
  symlinkSync(build, join(folder, 'dist/current'), 'junction')
}

function refusingDeadAddresses(mailer: Mailer): Mailer {
  const refusal = { outcome: 'refused', answer: '550 5.1.1 no such user here', isDeadAddress: true } as const
  return {
    ...mailer,
    description: 'This is a demo: emails are written to files and never sent',
    send: async (email, signal) =>
      /@dead\.example$/.test(email.to.address) ? refusal : await mailer.send(email, signal),
  }
}
