import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import type { Tables } from '../migrations/tables.ts'

const codeFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(src|cli|desk|scripts|tests|bench|migrations)\/.*\.(ts|tsx|astro|mjs|css)$/.test(file))

/** What each room may import from, besides itself. What is not listed here (src/app.ts, src/main.ts …) joins the rooms. */
const arrows: Record<string, string[]> = {
  'src/pages': ['src/layouts', 'src/features', 'src/ui', 'src/lib', 'src/content', 'src/styles', 'src/build'],
  'src/layouts': ['src/features', 'src/ui', 'src/lib', 'src/content', 'src/styles', 'src/build'],
  'src/features': ['src/ui', 'src/server', 'src/lib', 'src/content', 'src/limits.ts', 'migrations/tables.ts'],
  'src/ui': ['src/lib'],
  'src/server': ['src/lib', 'src/limits.ts', 'migrations/all.ts', 'migrations/tables.ts'],
  'src/doctor': ['src/features', 'src/server', 'src/content', 'src/lib'],
  'src/backups': ['src/features', 'src/server', 'src/content', 'src/lib', 'src/desk.ts'],
  'src/content': ['src/lib'],
  'src/lib': [],
  'desk/server': [
    'src/features',
    'src/content',
    'src/server',
    'src/lib',
    'src/desk.ts',
    'src/call-deps.ts',
    'src/doctor',
    'src/backups',
    'src/glance.ts',
    'src/unmute.ts',
    'src/site-report.ts',
    'src/issue-deps.ts',
  ],
  // Of the desk's server types alone: the browser gets none of it.
  'desk/view': ['desk/server', 'src/lib'],
  'src/build': ['src/server', 'src/ui', 'src/content', 'src/lib'],
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const relative = [...text.matchAll(/(?:from\s+|import\s*\(?\s*)'(\.[^']+)'/g)].map((match) => match[1] ?? '')
  return relative.map((path) => posix.join(posix.dirname(file), path)).filter((path) => !path.startsWith('.astro/'))
}

/** The first two folders. */
function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

function featureOf(file: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1]
}

/** Which features a feature may import. */
const featureArrows: Record<string, string[]> = {
  agent: ['leads'],
  calls: ['leads'],
  privacy: ['calls', 'leads', 'newsletter'],
}

test('imports follow the arrows: pages to features to ui, server and lib', () => {
  const against = codeFiles.flatMap((file) => {
    const allowed = arrows[roomOf(file)]
    if (allowed === undefined || /\.(test|spec)\.tsx?$/.test(file)) return []
    return importsOf(file)
      .filter((target) => roomOf(target) !== roomOf(file) && !allowed.includes(roomOf(target)))
      .map((target) => `${file} → ${target}`)
  })
  expect(against).toEqual([])
})

test('the site knows neither the owner’s commands nor their desk', () => {
  const known = codeFiles
    .filter((file) => /^src\/.*(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) => importsOf(file).filter((target) => /^(cli|desk)\//.test(target)))
  expect(known).toEqual([])
})

test('a feature imports another feature along the arrows alone', () => {
  const against = codeFiles.flatMap((file) => {
    const from = featureOf(file)
    if (from === undefined || /\.test\.tsx?$/.test(file)) return []
    return importsOf(file)
      .filter((target) => ![undefined, from, ...(featureArrows[from] ?? [])].includes(featureOf(target)))
      .map((target) => `${file} → ${target}`)
  })
  expect(against).toEqual([])
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
  counted_days: /^src\/features\/report\/counting\/counting\.repository\.ts$/,
  limits: /^src\/server\/limits\//,
  settings: /^src\/server\//,
}

test('a table is written where it belongs, and nowhere else', () => {
  const statements = codeFiles
    .filter((file) => /^(src|cli)\/.*(?<!\.test)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g)].map(
        ([, table = '']) => ({ file, table }),
      ),
    )
  expect([...new Set(statements.map(({ table }) => table))].toSorted()).toEqual(Object.keys(writers).toSorted())
  const allowed: Record<string, RegExp> = writers
  expect(statements.filter(({ file, table }) => !allowed[table]?.test(file))).toEqual([])
})

test('src/server has effects without a domain: no feature’s table, no lead, no reader', () => {
  const features =
    /'(leads|subscribers|waiting_mails|suppressions|issues|issue_mails|calls|call_moments|busy_calendars)\b|\b\w*(?:lead(?!ing)|subscriber|newsletter)s?(?=[A-Z_]|\b)\w*/
  const named = codeFiles
    .filter((file) => /^src\/server\/.*(?<!\.test)\.ts$/.test(file))
    .flatMap((file) =>
      withoutComments(readFileSync(file, 'utf8'))
        .replaceAll(/LEADS_TO|leadsTo/g, '')
        .split('\n')
        .filter((line) => features.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(named).toEqual([])
})

function withoutComments(code: string): string {
  return code.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
}

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

test('drawers have labels: nothing is called utils, misc or helpers', () => {
  expect(codeFiles.filter((file) => /(^|\/)(utils|misc|helpers|common)(\/|\.)/.test(file))).toEqual([])
})
