// `node scripts/packages.mjs`: writes docs/packages.md, what every package is for and under which license it stands.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const purposes = {
  '@astrojs/react': 'renders React components at build',
  '@fontsource-variable/newsreader': 'the typeface',
  '@hono/node-server': 'serves the site and the desk',
  '@tanstack/react-query': 'keeps what the desk shows up to date',
  '@tanstack/react-virtual': 'long lists on the desk',
  'age-encryption': 'seals backups in the age format',
  astro: 'builds the pages',
  'better-sqlite3': 'the embedded database',
  commander: 'the owner’s commands',
  'csv-parse': 'reads lists of readers',
  'fastest-levenshtein': 'what was meant by a misspelled path, word or command',
  harfbuzzjs: 'the letters of the pictures for sharing',
  'highlight.js': 'colors of code in articles, at build',
  hono: 'the addresses of the site and of the desk',
  'html-to-text': 'the text part of emails',
  htmlparser2: 'reads the built pages, for their Markdown and the search',
  'ical-generator': 'events of calls, for calendars',
  'image-size': 'sizes of pictures in articles',
  'ipaddr.js': 'addresses of visitors, in one spelling, and their networks',
  isbot: 'tells robots by how they name themselves',
  kysely: 'the queries, for both databases',
  'markdown-it': 'articles and legal texts',
  'markdown-it-footnote': 'footnotes in them',
  node: 'the Node.js that everything runs on',
  nodemailer: 'mails: their form, and SMTP connections',
  pg: 'PostgreSQL',
  pino: 'the log',
  react: 'the components',
  'react-dom': 'renders them, and hydrates the agent',
  'request-filtering-agent': 'keeps what it asks for out of private networks',
  rolldown: 'bundles the server and the page’s script',
  'rrule-temporal': 'when what comes again in a calendar comes',
  sharp: 'pictures for sharing, and icons',
  'string-width': 'columns of letters on a terminal',
  'subset-font': 'cuts the typeface to the letters in use',
  'temporal-polyfill': 'reckons with time zones',
  uplot: 'the plots of the desk’s report',
  'windows-iana': 'the zones that Windows names',
  wouter: 'an address for each view of the desk',
  yaml: 'reads content/',
  zod: 'checks content, settings and what comes from elsewhere',
}

const root = join(import.meta.dirname, '..')

/** @returns docs/packages.md as the lockfile says it */
export function packagesPage() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { dependencies } = packages['']
  const rows = Object.keys(dependencies).map((name) => {
    const { version, license } = packages[`node_modules/${name}`]
    const purpose = purposes[name]
    if (purpose === undefined) throw new Error(`scripts/packages.mjs does not say what ${name} is for`)
    return `| ${name} | ${version} | ${license} | ${purpose} |`
  })
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  const runtime = installed.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const scripts = installed.filter(([, each]) => each.hasInstallScript).map(([path]) => nameOf(path))
  const unsigned = installed.filter(([, each]) => each.integrity === undefined).length
  return `# Packages

Made by \`node scripts/packages.mjs\` of the lockfile; a test keeps it so.

${rows.length} runtime dependencies, with what they need ${runtime.length} packages; ${installed.length} with those for tests and measuring.

| Package | Version | License | What it is for |
| --- | --- | --- | --- |
${rows.join('\n')}

| License | At run time | In all |
| --- | --: | --: |
${licenses(runtime, installed).join('\n')}

Without an integrity hash: ${unsigned}. With a script at installation: ${[...new Set(scripts)].join(', ')}; package.json allows node’s and esbuild’s alone.
`
}

function licenses(runtime, installed) {
  const count = (of) => Map.groupBy(of, ([, { license }]) => license ?? 'not told')
  const [atRunTime, inAll] = [count(runtime), count(installed)]
  return [...inAll]
    .toSorted(([one, a], [other, b]) => b.length - a.length || one.localeCompare(other))
    .map(([license, { length }]) => `| ${license} | ${atRunTime.get(license)?.length ?? 0} | ${length} |`)
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(root, 'docs/packages.md'), packagesPage())
