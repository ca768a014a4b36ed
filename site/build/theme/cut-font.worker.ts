import { readFileSync, writeFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import subsetFont from 'subset-font'

export type CutJob = { from: string; to: string; text: string } & Parameters<typeof subsetFont>[2]

// A thread of the build: compressing a font takes a fifth of a second, and 80 MB that end with the thread.
const jobs: CutJob[] = workerData
for (const { from, to, text, ...options } of jobs)
  writeFileSync(to, await subsetFont(readFileSync(from), text, options))
