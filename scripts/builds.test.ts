import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { runScript, stubProject } from '../tests/support/stub-project.ts'

test.skipIf(process.platform === 'win32')(
  'builds keep those that run, a crashed server restarts with the same build, and a new build needs a new start',
  async () => {
    const project = stubProject()
    const builds = () => readdirSync(join(project, 'dist')).filter((name) => name.startsWith('build-'))
    const build = async () => {
      writeFileSync(join(project, 'content/studio.yaml'), `name: ${Math.random()}`)
      const { child, stderr } = runScript(project, ['scripts/build-if-changed.mjs'], process.platform)
      expect((await once(child, 'exit'))[0], await stderr).toBe(0)
      return basename(realpathSync(join(project, 'dist/current')))
    }
    const serve = async () => {
      const { child, lines } = runScript(project, ['scripts/start.mjs'], process.platform)
      const ended = once(child, 'exit')
      const nextLife = async () => (await lines.next()).value?.split(' ') ?? []
      const stop = async () => {
        child.kill('SIGTERM')
        expect((await ended)[0]).toBe(0)
      }
      const [pid, running] = await nextLife()
      return { pid: Number(pid), running, nextLife, stop }
    }
    mkdirSync(join(project, 'content'))
    writeFileSync(join(project, 'main.mjs'), serverStub)

    const first = await build()
    const site = await serve()
    const second = await build()
    const other = await serve()
    expect([site.running, other.running]).toEqual([first, second])
    const newer = [await build(), await build(), await build(), await build()]
    expect(builds()).toEqual([first, second, ...newer.slice(1)])

    process.kill(site.pid, 'SIGKILL')
    expect((await site.nextLife())[1]).toBe(first)
    await site.stop()
    await other.stop()
    const restarted = await serve()
    expect(restarted.running).toBe(newer.at(-1))
    newer.push(await build())
    expect(builds()).toEqual(newer.slice(-3))
    await restarted.stop()
  },
)

test('a build for a public SITE_URL warns while content/ is the sample, which only starts and builds copy', async () => {
  const project = stubProject()
  const run = async (words: string[], variables: Record<string, string> = {}) => {
    const { child, stderr } = runScript(project, words, process.platform, variables)
    expect((await once(child, 'exit'))[0], await stderr).toBe(0)
    return await stderr
  }
  await run(['scripts/setup.mjs', 'studio'])
  expect(existsSync(join(project, 'content'))).toBe(false)
  await run(['scripts/setup.mjs'])
  const warning = '! https://studio.example shows the sample studio'
  const build = async (url: string) => await run(['scripts/build-if-changed.mjs'], { SITE_URL: url })
  // The warning appears even without a new build.
  for (const _ of ['built', 'unchanged']) expect(await build('https://studio.example')).toContain(warning)
  expect(await build('http://localhost:4321')).not.toContain('!')
  writeFileSync(join(project, 'content/studio.yaml'), 'name: Mine\n')
  expect(await build('https://studio.example')).not.toContain('!')
})

/** A server that prints its process ID and build, and stops on SIGTERM. */
const serverStub = `import { basename, dirname } from 'node:path'
process.on('SIGTERM', () => process.exit(0))
setInterval(() => {}, 1000)
setImmediate(() => console.log(process.pid, basename(dirname(import.meta.dirname))))`
