import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { matchesGlob, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Tables } from '../migrations/tables.ts'
import { packagesPage } from '../scripts/packages.mjs'

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const files = listed.split('\n').filter((file) => existsSync(file))
const codeFiles = files.filter((file) =>
  /^(site|server|platform|cli|desk|scripts|tests|bench|migrations)\/.*\.(ts|tsx|astro|mjs|css)$/.test(file),
)

/** The top folders that each one may import from, besides itself. */
const arrows: Record<string, string[]> = {
  platform: ['migrations'],
  server: ['platform', 'migrations'],
  site: ['server', 'platform'],
  desk: ['server', 'platform'],
  cli: ['desk', 'server', 'platform', 'migrations'],
  // The columns of leads are derived from their fields.
  migrations: ['server'],
}

/** The subjects that a subject may import. Only actions, and files directly in server/, may import any subject. */
const subjectArrows: Record<string, string[]> = {
  backup: ['leads', 'newsletter', 'visits'],
  calls: ['leads'],
  chat: ['leads'],
  outbox: ['calls', 'leads', 'newsletter'],
  overview: ['backup', 'calls', 'chat', 'leads', 'newsletter', 'outbox', 'setup', 'visits'],
  people: ['calls', 'leads', 'newsletter', 'visits'],
  setup: ['backup', 'calls', 'chat', 'visits'],
  visits: ['leads'],
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const relative = [...text.matchAll(/(?:from\s+|import\s*\(?\s*)'(\.[^']+)'/g)].map((match) => match[1] ?? '')
  return relative
    .map((path) => posix.join(posix.dirname(file), path))
    .filter((path) => !/^(?:\.astro|node_modules)\//.test(path))
}

const topFolderOf = (file: string) => file.split('/')[0] ?? ''
const subjectOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1]

/** Imports that a rule doesn't allow. Tests may import anything. */
function importsAgainst(isAllowed: (file: string, target: string) => boolean): string[] {
  const code = codeFiles.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
  const all = code.flatMap((file) => importsOf(file).map((target) => [file, target] as const))
  return all.filter(([file, target]) => !isAllowed(file, target)).map(([file, target]) => `${file} → ${target}`)
}

test('imports follow the arrows: site, desk and cli to the server’s subjects, those to the platform', () => {
  const isAllowed = (from: string, to: string) => from === to || (arrows[from]?.includes(to) ?? true)
  // Astro’s entry, which Astro imports from site/.
  const entry = 'server/astro-entry.ts'
  expect(importsAgainst((file, target) => file === entry || isAllowed(topFolderOf(file), topFolderOf(target)))).toEqual(
    [],
  )
})

test('tests alone import devDependencies, which npm start doesn’t install', () => {
  const { devDependencies }: { devDependencies: object } = JSON.parse(readFileSync('package.json', 'utf8'))
  const packages = new RegExp(`from '(?:${Object.keys(devDependencies).join('|')})['/]`)
  const code = codeFiles.filter((file) => !/^(?:tests|bench)\/|\.test\.tsx?$/.test(file))
  expect(code.filter((file) => packages.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the desk in the browser imports only types of its server, and platform/', () => {
  const isAllowed = (target: string) => /^(?:desk|platform)\//.test(target)
  expect(importsAgainst((file, target) => !file.startsWith('desk/view/') || isAllowed(target))).toEqual([])
})

test('a subject imports another only along the listed arrows', () => {
  const isAllowed = (from: string, to?: string) => to === undefined || to === from || subjectArrows[from]?.includes(to)
  const subjectFiles = (file: string, target: string) => {
    const from = subjectOf(file)
    const isAction = /(?:actions|views)\.ts$/.test(file) && !/actions\.ts$/.test(target)
    return from === undefined || isAction || isAllowed(from, subjectOf(target)) === true
  }
  expect(importsAgainst(subjectFiles)).toEqual([])
})

test('no files import each other in a circle, not even types', () => {
  const code = codeFiles.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
  const targets = new Map(code.map((file) => [file, importsOf(file)]))
  const finished = new Set<string>()
  const findCircle = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (finished.has(file)) return undefined
    for (const target of targets.get(file) ?? []) {
      const circle = findCircle(target, [...path, file])
      if (circle !== undefined) return circle
    }
    finished.add(file)
    return undefined
  }
  const circles = code.map((file) => findCircle(file, [])?.join(' → '))
  expect(circles.filter((circle) => circle !== undefined)).toEqual([])
})

/** The only files that may contain statements that write a table. */
const writers: Record<keyof Tables, RegExp> = {
  leads: /^server\/leads\/store\.ts$/,
  outbox: /^platform\/email\//,
  subscribers: /^server\/newsletter\/store\.ts$/,
  suppressions: /^server\/newsletter\/suppressions\.ts$/,
  issues: /^server\/newsletter\/issues\/store\.ts$/,
  issue_drafts: /^server\/newsletter\/issues\/store\.ts$/,
  calls: /^server\/calls\/store\.ts$/,
  call_moments: /^server\/calls\/store\.ts$/,
  busy_calendars: /^server\/calls\/store\.ts$/,
  visits: /^server\/visits\/store\.ts$/,
  visit_sums: /^server\/visits\/store\.ts$/,
  daily_visits: /^server\/visits\/store\.ts$/,
  limits: /^platform\/limits\//,
  settings: /^platform\//,
}

test('each table is written only by its own store', () => {
  const statement = /(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g
  const statements = codeFiles
    .filter((file) => /^(server|platform|cli)\/.*(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(statement)].map(([, table = '']) => ({ file, table })))
  expect([...new Set(statements.map(({ table }) => table))].toSorted()).toEqual(Object.keys(writers).toSorted())
  const allowed: Record<string, RegExp> = writers
  expect(statements.filter(({ file, table }) => !allowed[table]?.test(file))).toEqual([])
})

test('no name in platform/ is about a subject: no table of theirs, no lead, no subscriber', () => {
  const features =
    /'(leads|subscribers|suppressions|issues|calls|call_moments|busy_calendars)\b|\b\w*(?:lead(?!ing)|subscriber|newsletter)s?(?=[A-Z_]|\b)\w*/
  for (const file of codeFiles.filter((each) => /^platform\/(?!content\/|limits\/).*(?<!\.test)\.ts$/.test(each))) {
    const code = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$|LEADS_TO|leadsTo/gm, '')
    expect(
      code.split('\n').filter((line) => features.test(line)),
      file,
    ).toEqual([])
  }
})

test('no name has a retired word, such as most for max, mail for email, or reader for subscriber', () => {
  const retired =
    /^(?:told|tell|talks?|mute|muted|conversation|beat)$|[a-z]Told|^tell[A-Z]|^(?:most|longest|least|fewest|farthest)[A-Z]|[mM]ute(?:d|[A-Z]|$)|(?:^m|[a-z]M)ails?(?:$|[A-Z])|[a-z]Letters?$|(?:^b|[a-z]B)ooking|(?:^t|[a-z]T)alks?[A-Z]|[cC]onversation|[a-z]Held|^held[A-Z]|^unless[A-Z]|OfStranger|(?:^|_)(?:mails?|told|held)(?:_|$)/
  // Fields of content/, an environment variable, terms of nodemailer and SMTP, and the longest of several.
  const isMeant =
    /^(?:mails?|byMail|weeklyMail|mostPerDay|(?:onM|m)ailFrom|(?:is)?[mM]ailServer|mailCommands|sendMail|maxLetters|longest(?:Of|Word))$/
  const names = codeFiles
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/^(migrations\/(?!tables)|tests\/migrations)/.test(file))
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8')
      const declared = [...code.matchAll(/\b(?:const|let|function|type|class)\s+(\w+)/g)].map(([, name = '']) => name)
      const joined =
        file === 'migrations/tables.ts' ? code.match(/^ {2}\w+(?=\??:)/gm) : code.match(/\b[a-z]+(?:[A-Z][a-z]*)+\b/g)
      return [...declared, ...(joined ?? [])].map((name) => ({ file, name: name.trim() }))
    })
  expect(names.filter(({ name }) => retired.test(name) && !isMeant.test(name))).toEqual([])
})

test('no folder has more than 25 entries', () => {
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

test('content has no code, and no folder has a barrel file', () => {
  const content = execFileSync('git', ['ls-files', 'sample'], { encoding: 'utf8' })
  expect(content.split('\n').filter((file) => /\.(ts|tsx|js|mjs|astro)$/.test(file))).toEqual([])
  expect(codeFiles.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([])
})

test('no file is longer than 300 lines', () => {
  expect(codeFiles.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301)).toEqual([])
})

describe('docs', () => {
  const written = files.filter((file) =>
    /^(?!content\/|sample\/articles|tests\/studios\/).*\.(?:ts|tsx|astro|mjs|css|md|yaml)$/.test(file),
  )

  test('docs/packages.md matches the lockfile', () => {
    expect(readFileSync('docs/packages.md', 'utf8')).toBe(packagesPage())
  })

  test('comments and docs name only files that exist', () => {
    const path =
      /(?<![\w./-])(?:site|server|platform|cli|tests|bench|scripts|migrations|docs|deploy)\/[\w./[\]-]*\.(?:tsx?|mjs|astro|css|md|yaml|conf|service)\b/g
    const standing = written.filter((file) => !/^\*\*Superseded\*\*/m.test(readFileSync(file, 'utf8')))
    for (const file of standing) {
      const named = [...readFileSync(file, 'utf8').matchAll(path)].map(([each]) => each)
      // The build compiles server/ to .mjs.
      expect(
        named.filter((each) => !existsSync(each) && !/^server\/[\w-]+\.mjs$/.test(each)),
        file,
      ).toEqual([])
    }
  })

  test('links in docs lead to files that exist', () => {
    for (const file of written.filter((each) => each.endsWith('.md'))) {
      const text = readFileSync(file, 'utf8').replaceAll(/^(`{3,}).*?^\1$/gms, '')
      const links = [...text.matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g)].map(([, to = '']) => to)
      expect(links.filter((to) => !existsSync(posix.join(posix.dirname(file), to)))).toEqual([])
    }
  })
})

describe('secrets', () => {
  /** Files with settings, keys or personal data that the site or the owner's commands may create in this folder. */
  const secret = [
    ...['.env', '.env.production', 'dkim.pem', 'deploy/tls.key', 'data/kitewright.sqlite', 'data/mail/1.eml'],
    ...['restored/kitewright.sqlite-wal', 'kitewright.sqlite', 'backups/kitewright-20261120T172431Z.sqlite'],
    ...['kitewright-20261120T172431Z.sqlite.age', 'kitewright-20261120T172431Z.dump', 'restored/workspace.lock'],
  ]

  test('git ignores settings, keys, data and backups, but not .env.example', () => {
    const { stdout } = spawnSync('git', ['check-ignore', ...secret, '.env.example'], { encoding: 'utf8' })
    expect(stdout.trim().split('\n')).toEqual(secret)
  })

  test('the image gets none of them, but everything else in git', () => {
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

  test('commands in the owner’s docs write personal data only outside this folder', () => {
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
