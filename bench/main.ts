import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { measureAgent } from './agent.ts'
import { measureAttacks } from './attacks.ts'
import { measureBuild } from './build.ts'
import { measureCalls } from './calls.ts'
import { measureChatOpen } from './chat-open.ts'
import { measureChat } from './chat-overhead.ts'
import { measureCounting } from './counting.ts'
import { measureDesk } from './desk.ts'
import { measureExtraction } from './extraction.ts'
import { toMarkdown } from './figures.ts'
import {
  measureCallPaint,
  measureLighthouse,
  measureLongArticle,
  measurePaint,
  measureShortArticle,
  measureWeight,
} from './first-visit.ts'
import { measureIssueKilled } from './issue-killed.ts'
import { measureIssues } from './issues.ts'
import { measureMoving } from './moving.ts'
import { measurePosts, measureThroughput } from './throughput.ts'

const measurements = {
  weight: measureWeight,
  paint: measurePaint,
  'long-article': measureLongArticle,
  'short-article': measureShortArticle,
  moving: measureMoving,
  'chat-open': measureChatOpen,
  lighthouse: measureLighthouse,
  throughput: measureThroughput,
  posts: measurePosts,
  calls: measureCalls,
  'call-paint': measureCallPaint,
  desk: measureDesk,
  counting: measureCounting,
  attacks: measureAttacks,
  chat: measureChat,
  // Before the issues: Linux counts a process's peak from the size of the one that began it.
  build: measureBuild,
  issues: measureIssues,
  'issue-killed': measureIssueKilled,
  extraction: measureExtraction,
  agent: measureAgent,
}

// `npm run bench` measures everything and keeps the figures; `npm run bench -- paint` shows one alone.
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
  const head = `# Figures\n\nWritten by \`npm run bench\`; measured on ${machine}. What each row means stands in README.md beside it.\n`
  writeFileSync('bench/results.md', `${head}\n${tables.join('\n')}`)
}
