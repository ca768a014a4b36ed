import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { change, Refusal, read } from '../../platform/actions.ts'
import { contentPath } from '../../platform/content/files/content-files.ts'
import { filesIn } from '../../platform/content/starter/starter.ts'
import { filesInWe, linesInI } from '../../platform/content/starter/voice.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { counted } from '../../platform/text/amounts.ts'
import type { Context } from '../context.ts'
import { checkLive } from './check-services.ts'
import { checkSetup } from './check-setup.ts'
import { type Finding, groupFindings } from './finding.ts'
import { countOwnFiles } from './sample-content.ts'
import { readSiteFacts } from './site-facts.ts'

type Setup = { at: number; findings: Finding[]; files: ReturnType<typeof countOwnFiles> }

/** Checks ask other servers, so they run again only on demand. */
const lastChecks = new WeakMap<Context, Promise<Setup>>()
const lastResults = new WeakMap<Context, Setup>()

/** `studio doctor` checks the setup in a terminal, even without a database. */
export const setupActions = {
  'setup.show': read({
    summary: 'Show what is wrong, missing, or still sample content',
    command: null,
    input: z.object({}),
    run: async (context: Context) => {
      const { at, findings, files } = await (lastChecks.get(context) ?? check(context))
      const live = await checkLive(context.database, context.environment, context.now())
      const liveSubjects = live.map(({ about }) => about)
      const others = findings.filter(({ about }) => !liveSubjects.includes(about))
      return { at, ...groupFindings([...live, ...others]), files, site: await readSiteFacts(context) }
    },
  }),

  'setup.check': change({
    summary: 'Check the setup again',
    confirm: null,
    command: null,
    input: z.object({}),
    run: async (context: Context) => {
      await check(context)
      return {}
    },
    message: () => 'Checked again.',
  }),

  'setup.voice': change({
    summary: 'Say “we” instead of “I” in content/',
    command: 'voice',
    confirm: 'This edits the files in content/, so commit them first.',
    input: z.object({}),
    run: async () => {
      if (readStudio().voice !== 'we') throw new Refusal('Write voice: we in content/studio.yaml first.')
      const files = filesIn(contentPath())
      const lines = linesInI(files)
      for (const [file, bytes] of filesInWe(files)) writeFileSync(contentPath(file), bytes)
      return lines
    },
    print: (lines) => lines.map(({ file, line, after }) => `content/${file}:${line}: ${after.trim()}`),
    message: (lines) => `Changed ${counted(lines.length, 'line')}. Read them: names and facts stay as they are.`,
  }),
}

/** How many problems the last check found; null before the first check. */
export function lastProblems(context: Context): number | null {
  return lastResults.get(context)?.findings.filter(({ state }) => state === 'wrong').length ?? null
}

function check(context: Context): Promise<Setup> {
  const setup = checkSetup(context.environment).then((findings) => ({
    at: context.now(),
    findings,
    files: countOwnFiles(),
  }))
  lastChecks.set(context, setup)
  setup.then(
    (result) => lastResults.set(context, result),
    // Check again after a failed check.
    () => lastChecks.get(context) === setup && lastChecks.delete(context),
  )
  return setup
}
