import '../cli/jsx.ts'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

// Measure the sample, as the tests do.
process.env['CONTENT_DIR'] = 'sample'
const built = spawnSync('node', ['scripts/build-if-changed.mjs'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(1)

const { measureBuild } = await import('./build.ts')
const { measureChat } = await import('./chat.ts')
const { measureDesk } = await import('./desk.ts')
const { measureEmails } = await import('./emails.ts')
const { toMarkdown } = await import('./figures.ts')
const { measureLongChats } = await import('./long-chats.ts')
const { measureCallPage, measureLongArticle, measurePaint, measureWeight } = await import('./paint.ts')
const { measureFloods } = await import('./floods.ts')
const { measurePosts } = await import('./posts.ts')

const measurements = {
  weight: measureWeight,
  paint: measurePaint,
  'long-article': measureLongArticle,
  'call-page': measureCallPage,
  posts: measurePosts,
  floods: measureFloods,
  desk: measureDesk,
  build: measureBuild,
  emails: measureEmails,
  chat: measureChat,
  'long-chats': measureLongChats,
}

// `npm run bench` measures everything and writes results.md; `npm run bench -- paint` prints one table.
const only = process.argv[2]
const tables: string[] = []
for (const [name, measure] of Object.entries(measurements)) {
  if (only !== undefined && only !== name) continue
  const table = toMarkdown(await measure())
  process.stdout.write(`${table}\n`)
  tables.push(table)
}
if (only === undefined) {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, Node.js ${process.version}`
  const head = `# Figures\n\nWritten by \`npm run bench\` on ${machine}. README.md explains the rows.\n`
  writeFileSync('bench/results.md', [head, ...tables].join('\n'))
} else if (tables.length === 0) {
  process.stderr.write(`Unknown table: ${only}. Choose one of: ${Object.keys(measurements).join(', ')}\n`)
  process.exitCode = 2
}
