import type { Services } from '../../server/services.ts'

export const demoNames = ['busy', 'quiet'] as const
export type DemoName = (typeof demoNames)[number]

/** A demo's data. Times are relative to now: `hoursAgo`, `daysAgo`, or `days` from today and a time in the studio's zone. */
export type DemoStudio = {
  leads: readonly DemoLead[]
  calls: readonly DemoCall[]
  blocks: readonly { days: number; from: string; to: string; note: string }[]
  /** `daysAgo`: when the article was published. `sent`: emails sent so far, if the issue is still going out. */
  issues: readonly { slug: string; daysAgo: number; sent?: number }[]
  draft: { slug: string; daysAgo: number }
  /** Sign-ups, spread evenly between `from` and `to` days ago. `leftAfter`: days until they unsubscribed. */
  subscribers: readonly {
    from: number
    to: number
    count: number
    state?: string
    leftAfter?: number
    emails?: readonly string[]
    pages?: readonly string[]
  }[]
  /** Number of visits in the last 28 days. */
  visits: number
  /** Messages the owner saved as examples for the chat. */
  taught: readonly { id: string; words: string }[]
}

/** `chat` alternates between the visitor's and the agent's messages. `details`: company, budget, and timeline. */
export type DemoLead = Record<'name' | 'email' | 'project', string> &
  Partial<Record<'page' | 'referrer' | 'language' | 'note' | 'reply' | 'suspicious', string>> & {
    hoursAgo: number
    answeredAfter?: number
    chat?: readonly string[]
    details?: Readonly<Record<string, string>>
  }

export type DemoCall = Record<'name' | 'email' | 'about' | 'time' | 'zone', string> & {
  hoursAgo: number
  days: number
  isReserved?: boolean
}

/** A demo that's being filled. `clock.at`: the time the app's functions see as now. */
export type Filling = { app: Services; studio: DemoStudio; clock: { at: number | undefined }; now: number }
