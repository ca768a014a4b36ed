// A process that runs the owner's commands, as lines of JSON tell it, one after the other, and says what came of each.
import { createInterface } from 'node:readline'
import { runStudio } from '../support/run-studio.ts'

const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl, SMTP_URL = '' } = process.env

for await (const line of createInterface({ input: process.stdin })) {
  const run = await runStudio({ dataDir, databaseUrl }, JSON.parse(line), { SMTP_URL })
  process.stdout.write(`${JSON.stringify(run)}\n`)
}
