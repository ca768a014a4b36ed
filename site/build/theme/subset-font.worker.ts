import { readFileSync, writeFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import subsetFont from 'subset-font'

export type SubsetJob = { from: string; to: string; text: string } & Parameters<typeof subsetFont>[2]

// A worker, because compressing a font takes 0.2 s and 80 MB of memory, which is freed when the worker ends.
const jobs: SubsetJob[] = workerData
for (const { from, to, text, ...options } of jobs)
  writeFileSync(to, await subsetFont(readFileSync(from), text, options))
