// `node scripts/packages.mjs` updates docs/packages.md from the lockfile. Edit the packages' purposes there by hand.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/packages.md')

export function packagesPage() {
  const written = readFileSync(page, 'utf8')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { dependencies } = packages['']
  const rows = Object.keys(dependencies).map((name) => {
    const { version, license } = packages[`node_modules/${name}`]
    const row = written.split('\n').find((line) => line.startsWith(`| ${name} |`))
    if (row === undefined) throw new Error(`Add this row to docs/packages.md: | ${name} | | | its purpose |`)
    const purpose = row.split('|').at(-2).trim()
    return `| ${name} | ${version} | ${license} | ${purpose} |`
  })
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  const runtime = installed.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const scripts = installed.filter(([, each]) => each.hasInstallScript).map(([path]) => nameOf(path))
  const unsigned = installed.filter(([, each]) => each.integrity === undefined).length
  return `# Packages

\`node scripts/packages.mjs\` updates this page from the lockfile and keeps the last column. A test checks that the page is up to date.

${rows.length} runtime dependencies, ${runtime.length} packages including their own dependencies, and ${installed.length} including those for tests and benchmarks.

| Package | Version | License | Purpose |
| --- | --- | --- | --- |
${rows.join('\n')}

| License | Run time | Total |
| --- | --: | --: |
${licenses(runtime, installed).join('\n')}

Packages without an integrity hash: ${unsigned}. Packages with an install script: ${[...new Set(scripts)].join(', ')}; package.json allows only node's and esbuild's.
`
}

function licenses(runtime, installed) {
  const count = (of) => Map.groupBy(of, ([, { license }]) => license ?? 'unknown')
  const atRunTime = count(runtime)
  const inAll = count(installed)
  return [...inAll]
    .toSorted(([a, aUses], [b, bUses]) => bUses.length - aUses.length || a.localeCompare(b))
    .map(([license, { length }]) => `| ${license} | ${atRunTime.get(license)?.length ?? 0} | ${length} |`)
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

if (process.argv[1] === import.meta.filename) writeFileSync(page, packagesPage())
