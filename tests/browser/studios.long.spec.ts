import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWeight } from '../support/browser.ts'
import { openSmtpServer } from '../support/open-smtp-server.ts'
import { spawnStudio } from '../support/run-studio.ts'
import { elementsPastTheEdge, expect, expectNothingFound, test } from '../support/site.ts'
import { startSite } from '../support/start-site.ts'
import { copyStudio, studios } from '../support/studios.ts'
import { linksOf } from '../support/subscribers.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(5 * 60_000)

/** What is on a server after a build of a studio's content. */
function buildStudio(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `studio-${name}-`))
  copyStudio(folder, name)
  // An issue must say where its studio is.
  const about = join(folder, 'content/studio.yaml')
  if (!/^postalAddress:/m.test(readFileSync(about, 'utf8')))
    appendFileSync(about, '\npostalAddress: 12 Example Street\n')
  const env = { ...process.env, CONTENT_DIR: undefined }
  const { status, stderr } = spawnSync('node', ['scripts/build-if-changed.mjs'], { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return folder
}

for (const name of studios) {
  test(`the studio ${name} stays within the budget, overflows nothing, and sends an issue`, async ({
    page,
    wholePage,
    complaints,
  }) => {
    const folder = buildStudio(name)
    const mailServer = await openSmtpServer()
    const site = await startSite({ SMTP_URL: mailServer.url }, { project: folder })
    try {
      const weight = await readWeight(wholePage, site.url)
      expect(weight.documentBytes).toBeLessThanOrEqual(14_000)
      expect(weight.totalBytes - weight.pictureBytes).toBeLessThanOrEqual(40_000)
      const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
      const blog = await (await fetch(`${site.url}/blog-sitemap.xml`)).text()
      const paths = [...(sitemap + blog).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname)
      for (const path of [...paths, '/nowhere', '/search?q=a']) {
        await page.goto(site.url + path)
        await expectNothingFound(page)
        expect(await elementsPastTheEdge(page), path).toEqual([])
      }
      // The browser complains of the status 404, which is right.
      expect(complaints.splice(0).filter((each) => !each.includes('404'))).toEqual([])
      const article = paths.find((path) => path.startsWith('/blog/'))
      if (article === undefined) return
      const reader = 'zoe@reader.example'
      const post = (path: string, body?: URLSearchParams) =>
        fetch(site.url + path, { method: 'POST', headers: { origin: site.url }, ...(body && { body }) })
      await post('/api/newsletter', new URLSearchParams({ email: reader }))
      await post(linksOf(site.dataDir, reader).confirm)
      const command = ['issue', 'send', article.replace('/blog/', ''), '--confirm', '1']
      const sent = await spawnStudio({ dataDir: site.dataDir, databaseUrl: undefined }, command, {}, '', folder)
      expect(sent, sent.stderr).toMatchObject({ code: 0 })
      await mailServer.waitFor(2)
      expect(mailServer.received[1]?.envelope.to).toEqual([reader])
    } finally {
      await site.stop()
      await mailServer.stop()
    }
  })
}
