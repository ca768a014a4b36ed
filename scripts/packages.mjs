// `node scripts/packages.mjs`: writes docs/packages.md, which says what each package is for, and its license.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const purposes = {
  '@astrojs/react': 'React components in Astro pages',
  '@fontsource-variable/newsreader': 'the typeface',
  '@hono/node-server': 'HTTP server of the site and the desk',
  '@tanstack/react-query': 'fetches and caches the desk’s data',
  '@tanstack/react-virtual': 'long lists on the desk',
  'age-encryption': 'encrypts backups in the age format',
  astro: 'builds the pages',
  'better-sqlite3': 'the embedded database',
  commander: 'parses the owner’s commands',
  'csv-parse': 'reads imported lists of subscribers',
  'fastest-levenshtein': 'suggestions for misspelled paths, words, and commands',
  harfbuzzjs: 'text on share pictures',
  'highlight.js': 'highlights code in articles at build',
  hono: 'routes of the site and the desk',
  'html-to-text': 'text parts of emails',
  'ical-generator': 'calendar events of calls',
  'image-size': 'sizes of pictures in articles',
  'ipaddr.js': 'parses and normalizes IP addresses',
  isbot: 'recognizes bots by their user agent',
  kysely: 'typed SQL for both databases',
  'markdown-it': 'parses articles and legal texts',
  'markdown-it-footnote': 'footnotes in articles',
  node: 'the pinned Node.js',
  nodemailer: 'composes and sends emails',
  pg: 'PostgreSQL driver',
  pino: 'logging',
  react: 'components of pages, emails, and the desk',
  'react-dom': 'renders components, and hydrates the chat',
  'request-filtering-agent': 'blocks requests to private networks',
  rolldown: 'bundles the server and the pages’ script, and reads the emails’ JSX for commands',
  'rrule-temporal': 'recurring events of calendars',
  sharp: 'share pictures and icons',
  'string-width': 'text width on a terminal',
  'subset-font': 'subsets the typeface to the letters in use',
  'temporal-polyfill': 'dates and time zones',
  turndown: 'Markdown versions of pages',
  uplot: 'charts of the desk’s report',
  'windows-iana': 'converts Windows time zone names',
  wouter: 'routes of the desk’s views',
  yaml: 'parses content/',
  zod: 'validates content, settings, and external data',
}

const root = join(import.meta.dirname, '..')

/** @returns docs/packages.md for the current lockfile */
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

| License | Run time | Total |
| --- | --: | --: |
${licenses(runtime, installed).join('\n')}

Without an integrity hash: ${unsigned}. With a script at installation: ${[...new Set(scripts)].join(', ')}; package.json allows only those of node and esbuild.
`
}

function licenses(runtime, installed) {
  const count = (of) => Map.groupBy(of, ([, { license }]) => license ?? 'unknown')
  const [atRunTime, inAll] = [count(runtime), count(installed)]
  return [...inAll]
    .toSorted(([one, a], [other, b]) => b.length - a.length || one.localeCompare(other))
    .map(([license, { length }]) => `| ${license} | ${atRunTime.get(license)?.length ?? 0} | ${length} |`)
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(root, 'docs/packages.md'), packagesPage())
