import { z } from 'zod'
import { change, read } from '../../platform/actions.ts'
import type { Context } from '../context.ts'
import { checkLive } from './check-services.ts'
import { checkSetup } from './check-setup.ts'
import type { Finding } from './finding.ts'

type Setup = { at: number; findings: Pick<Finding, 'about' | 'state' | 'text' | 'command'>[] }

/** A check asks other servers, so it's repeated only on demand. */
const lastChecks = new WeakMap<Context, Promise<Setup>>()

/** On a terminal, `studio doctor` checks the setup, also without a database. */
export const setupActions = {
  'setup.show': read({
    summary: 'Show what is wrong, missing, or still sample content',
    command: null,
    input: z.object({}),
    run: async (context: Context) => {
      const { at, findings } = await (lastChecks.get(context) ?? check(context))
      const live = await checkLive(context.database, context.environment, context.now())
      return {
        at,
        findings: [...findings.filter(({ about }) => !live.some((other) => other.about === about)), ...live],
      }
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
}

function check(context: Context): Promise<Setup> {
  const setup = checkSetup(context.environment).then((findings) => ({
    at: context.now(),
    findings: findings.map(({ pieces: _, ...finding }) => finding),
  }))
  lastChecks.set(context, setup)
  // A failed check is repeated.
  setup.catch(() => lastChecks.get(context) === setup && lastChecks.delete(context))
  return setup
}
