import type { Signs } from '../../platform/content/chat/trouble.ts'
import type { Model } from './model.ts'

/** The label of everything that isn't trouble. */
export const noTrouble = ''

/** `isSure`: tell the answer at once; otherwise only offer it as a button. */
export type Trouble = { id: string; isSure: boolean }

export function detectTrouble(_message: string, _model: Model, _signs: Signs): Trouble | undefined {
  return undefined
}
