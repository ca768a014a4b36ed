import type { ConsultationInfo } from '../leads/lead.fields.ts'

/** How a reply ended: `apology` where every model failed, `empty` where the last one said nothing, `stopped` by the visitor. */
export type ChatOutcome = 'answered' | 'apology' | 'empty' | 'stopped'

/** What comes of a message, in this order: booking, texts, booking again where a model has noted more, done. */
export type ChatEvent =
  /** What the visitor has said of a booking so far, over the whole conversation. */
  | { type: 'booking'; booking: ConsultationInfo }
  /** A sentence of the reply, with what parts it from the one before in front. */
  | { type: 'text'; text: string }
  /** A sentence that a model wrote itself was replaced or dropped; for the owner alone. */
  | { type: 'incident'; reason: string; model: string }
  /** A model failed, and the next one is asked; for the owner alone. */
  | { type: 'failure'; reason: string; model: string }
  /** @property model the one that spoke last; '' where nobody did */
  | { type: 'done'; outcome: ChatOutcome; model: string }
