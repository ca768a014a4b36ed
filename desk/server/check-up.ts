import { z } from 'zod'
import type { Desk } from '../../server/desk.ts'
import { examine } from '../../server/setup/examine.ts'
import type { Finding } from '../../server/setup/finding.ts'
import { action } from './action.ts'

type CheckUp = { at: number; findings: Pick<Finding, 'about' | 'state' | 'text' | 'command'>[] }

/** It asks servers elsewhere, so it is made once, and again when the owner says so. */
const lastCheckUps = new WeakMap<Desk, Promise<CheckUp>>()

/** What `studio doctor` tells. */
export const readCheckUp = action(z.object({}), async (desk) => await (lastCheckUps.get(desk) ?? checkUp(desk)))

export const lookAgain = action(z.object({}), async (desk) => {
  await checkUp(desk)
  return {}
})

function checkUp(desk: Desk): Promise<CheckUp> {
  const made = examine(desk.environment).then((findings) => ({
    at: desk.now(),
    findings: findings.map(({ pieces: _, ...finding }) => finding),
  }))
  lastCheckUps.set(desk, made)
  // One that failed is made again when it is asked for.
  made.catch(() => lastCheckUps.get(desk) === made && lastCheckUps.delete(desk))
  return made
}
