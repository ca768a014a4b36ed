import type { ConsultationField } from '../../leads/fields.ts'
import type { Answers } from '../answers.ts'
import type { Details } from '../details/extract.ts'
import type { ChatState } from '../state.ts'
import type { Understood } from '../understand/understand.ts'
import type { Slots } from './slots.ts'

/** The input for planning a reply. */
export type PlanInput = {
  message: string
  understood: Understood
  state: ChatState
  details: Details
  /** Form fields that aren't empty. */
  filled: readonly ConsultationField[]
  slots: Slots
  /** IDs of sentences that compare a new budget with prices. */
  comparisons: readonly string[]
  /** Whether the visitor has named people, such as customers or drivers. */
  namesUsers: boolean
  answers: Answers
}
