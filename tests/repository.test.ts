import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { matchesGlob, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Tables } from '../migrations/tables.ts'
import { packagesPage } from '../scripts/packages.mjs'

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const files = listed.split('\n').filter((file) => existsSync(file))
const codeFiles = files.filter((file) =>
  /^(src|cli|desk|scripts|tests|bench|migrations)\/.*\.(ts|tsx|astro|mjs|css)$/.test(file),
)

/** What each room may import from, besides itself. What is not listed here (src/app.ts, src/main.ts …) joins the rooms. */
const arrows: Record<string, string[]> = {
  'src/pages': ['src/layouts', 'src/features', 'src/ui', 'src/lib', 'src/content', 'src/styles', 'src/build'],
  'src/layouts': ['src/features', 'src/ui', 'src/lib', 'src/content', 'src/styles', 'src/build'],
  'src/features': ['src/ui', 'src/server', 'src/lib', 'src/content', 'src/limits.ts', 'migrations/tables.ts'],
  'src/ui': ['src/lib'],
  'src/server': ['src/lib', 'src/limits.ts', 'migrations/all.ts', 'migrations/tables.ts'],
  'src/doctor': ['src/features', 'src/server', 'src/content', 'src/lib'],
  'src/backups': [
    'src/features',
    'src/server',
    'src/content',
    'src/lib',
    'src/desk.ts',
    'migrations/all.ts',
    'migrations/tables.ts',
  ],
  'src/content': ['src/lib'],
  'src/lib': [],
  'desk/server': [
    ...['src/features', 'src/content', 'src/server', 'src/lib', 'src/desk.ts', 'src/call-deps.ts', 'src/doctor'],
    ...['src/backups', 'src/glance.ts', 'src/unmute.ts', 'src/site-report.ts', 'src/issue-deps.ts'],
  ],
  // Of the desk's server types alone: the browser gets none of it.
  'desk/view': ['desk/server', 'src/lib'],
  'src/build': ['src/server', 'src/ui', 'src/content', 'src/lib'],
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const relative = [...text.matchAll(/(?:from\s+|import\s*\(?\s*)'(\.[^']+)'/g)].map((match) => match[1] ?? '')
  return relative
    .map((path) => posix.join(posix.dirname(file), path))
    .filter((path) => !/^(?:\.astro|node_modules)\//.test(path))
}

/** The first two folders. */
const roomOf = (file: string) => file.split('/').slice(0, 2).join('/')
const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]

/** Which features a feature may import. */
const featureArrows: Record<string, string[]> = {
  agent: ['leads'],
  calls: ['leads'],
  privacy: ['calls', 'leads', 'newsletter'],
}

/** Imports that a rule does not allow; tests may import what they want. */
function importsAgainst(isAllowed: (file: string, target: string) => boolean): string[] {
  const code = codeFiles.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
  const all = code.flatMap((file) => importsOf(file).map((target) => [file, target] as const))
  return all.filter(([file, target]) => !isAllowed(file, target)).map(([file, target]) => `${file} → ${target}`)
}

test('imports follow the arrows: pages to features to ui, server and lib', () => {
  const isAllowed = (from: string, to: string) => from === to || (arrows[from]?.includes(to) ?? true)
  expect(importsAgainst((file, target) => isAllowed(roomOf(file), roomOf(target)))).toEqual([])
})

test('the site knows neither the owner’s commands nor their desk', () => {
  expect(importsAgainst((file, target) => !file.startsWith('src/') || !/^(cli|desk)\//.test(target))).toEqual([])
})

test('a feature imports another feature along the arrows alone', () => {
  const isAllowed = (from?: string, to?: string) =>
    from === undefined || [undefined, from, ...(featureArrows[from] ?? [])].includes(to)
  expect(importsAgainst((file, target) => isAllowed(featureOf(file), featureOf(target)))).toEqual([])
})

/** Who alone may write a table, by where the statement stands. */
const writers: Record<keyof Tables, RegExp> = {
  leads: /^src\/features\/leads\/lead\.repository\.ts$/,
  outbox: /^src\/server\/mail\//,
  subscribers: /^src\/features\/newsletter\/subscriber\.repository\.ts$/,
  waiting_mails: /^src\/features\/newsletter\/subscriber\.repository\.ts$/,
  suppressions: /^src\/features\/newsletter\/subscriber\.repository\.ts$/,
  issues: /^src\/features\/newsletter\/issue\/issue\.repository\.ts$/,
  issue_mails: /^src\/features\/newsletter\/issue\/issue-mail\.repository\.ts$/,
  calls: /^src\/features\/calls\/call\.repository\.ts$/,
  call_moments: /^src\/features\/calls\/call\.repository\.ts$/,
  busy_calendars: /^src\/features\/calls\/busy\/busy\.repository\.ts$/,
  visit_marks: /^src\/features\/report\/counting\/counting\.repository\.ts$/,
  visits: /^src\/features\/report\/counting\/counting\.repository\.ts$/,
  visit_sums: /^src\/features\/report\/counting\/counting\.repository\.ts$/,
  counted_days: /^src\/features\/report\/counting\/counting\.repository\.ts$/,
  limits: /^src\/server\/limits\//,
  settings: /^src\/server\//,
}

test('a table is written where it belongs, and nowhere else', () => {
  const statement = /(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g
  const statements = codeFiles
    .filter((file) => /^(src|cli)\/.*(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(statement)].map(([, table = '']) => ({ file, table })))
  expect([...new Set(statements.map(({ table }) => table))].toSorted()).toEqual(Object.keys(writers).toSorted())
  const allowed: Record<string, RegExp> = writers
  expect(statements.filter(({ file, table }) => !allowed[table]?.test(file))).toEqual([])
})

test('src/server has effects without a domain: no feature’s table, no lead, no reader', () => {
  const features =
    /'(leads|subscribers|waiting_mails|suppressions|issues|issue_mails|calls|call_moments|busy_calendars)\b|\b\w*(?:lead(?!ing)|subscriber|newsletter)s?(?=[A-Z_]|\b)\w*/
  for (const file of codeFiles.filter((each) => /^src\/server\/.*(?<!\.test)\.ts$/.test(each))) {
    const code = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$|LEADS_TO|leadsTo/gm, '')
    expect(
      code.split('\n').filter((line) => features.test(line)),
      file,
    ).toEqual([])
  }
})

test('no folder has more than 25 entries, so that a reader sees what is in it', () => {
  const entries = new Map<string, Set<string>>()
  for (const file of codeFiles.filter((each) => !/^tests\/|\.(test|spec)\.tsx?$/.test(each))) {
    const parts = file.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''))
    }
  }
  expect([...entries].filter(([, { size }]) => size > 25).map(([folder, { size }]) => `${folder}: ${size}`)).toEqual([])
})

test('content holds no code, and no folder has a barrel', () => {
  const content = execFileSync('git', ['ls-files', 'sample'], { encoding: 'utf8' })
  expect(content.split('\n').filter((file) => /\.(ts|tsx|js|mjs|astro)$/.test(file))).toEqual([])
  expect(codeFiles.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([])
})

test('no file is longer than 300 lines', () => {
  expect(codeFiles.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301)).toEqual([])
})

describe('docs', () => {
  const written = files.filter((file) =>
    /^(?!content\/|sample\/|tests\/studios\/).*\.(?:ts|tsx|astro|mjs|css|md)$/.test(file),
  )

  test('docs/packages.md says what the lockfile says', () => {
    expect(readFileSync('docs/packages.md', 'utf8')).toBe(packagesPage())
  })

  test('no comment and no page points to a file that is not there', () => {
    const path =
      /(?<![\w./-])(?:src|cli|tests|bench|scripts|migrations|docs|deploy)\/[\w./[\]-]*\.(?:tsx?|mjs|astro|css|md|yaml|conf|service)\b/g
    const standing = written.filter((file) => !/^\*\*Superseded\*\*/m.test(readFileSync(file, 'utf8')))
    for (const file of standing) {
      const named = [...readFileSync(file, 'utf8').matchAll(path)].map(([each]) => each)
      expect(
        named.filter((each) => !existsSync(each)),
        file,
      ).toEqual([])
    }
  })

  test('no link of a page in docs leads nowhere', () => {
    for (const file of written.filter((each) => each.endsWith('.md'))) {
      const text = readFileSync(file, 'utf8').replaceAll(/^(`{3,}).*?^\1$/gms, '')
      const links = [...text.matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g)].map(([, to = '']) => to)
      expect(links.filter((to) => !existsSync(posix.join(posix.dirname(file), to)))).toEqual([])
    }
  })
})

describe('secrets', () => {
  /** What settings, keys, the site and the owner's commands make, where someone lets them make it in this folder. */
  const secret = [
    ...['.env', '.env.production', 'dkim.pem', 'deploy/tls.key', 'data/kitewright.sqlite', 'data/mail/1.eml'],
    ...['restored/kitewright.sqlite-wal', 'kitewright.sqlite', 'backups/kitewright-20261120T172431Z.sqlite'],
    ...['kitewright-20261120T172431Z.sqlite.age', 'kitewright-20261120T172431Z.dump', 'restored/workspace.lock'],
  ]

  test('git leaves settings, keys, data and copies of it alone, and .env.example not', () => {
    const { stdout } = spawnSync('git', ['check-ignore', ...secret, '.env.example'], { encoding: 'utf8' })
    expect(stdout.trim().split('\n')).toEqual(secret)
  })

  test('the image gets none of them, but everything else that git knows', () => {
    const lines = readFileSync('.dockerignore', 'utf8').split('\n')
    const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'))
    // Docker's rule: the last line that matches a file, or a folder above it, decides.
    const isIgnored = (file: string) => {
      const parts = file.split('/')
      const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
      const last = patterns.findLast((line) => paths.some((path) => matchesGlob(path, line.replace(/^!/, ''))))
      return last !== undefined && !last.startsWith('!')
    }
    expect(secret.filter((file) => !isIgnored(file))).toEqual([])
    const known = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
    expect(known.filter(isIgnored)).toEqual([])
  })

  test('what the pages for owners make of people’s data and keys, it makes outside of this folder', () => {
    const readme = readFileSync('README.md', 'utf8') + readFileSync('docs/desk.md', 'utf8')
    const made = [...readme.matchAll(/(?: > | -out |\$ studio restore \S+ )([^\s`]+)/g)].map(([, file = '']) => file)
    expect(made.length).toBeGreaterThan(1)
    expect(made.filter((file) => !/^[~/]/.test(file))).toEqual([])
  })

  test('the image runs the Node.js of package.json', () => {
    const { node } = JSON.parse(readFileSync('package.json', 'utf8')).dependencies
    const images = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(images).toEqual([`node:${node}-slim`, `node:${node}-slim`])
  })
})
