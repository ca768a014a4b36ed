import type { FirewallWords } from '../../../content/agent/firewall.ts'
import type { Topic } from '../../../content/agent/topics.ts'
import type { Home } from '../../../content/home.ts'
import type { Offers } from '../../../content/offers.ts'
import type { Studio } from '../../../content/studio.ts'
import { dayOf } from '../../../lib/day.ts'
import { findYes, speaksOfBudget, takesUp } from './agreement.ts'
import { isEnglish } from './english.ts'
import { foldText, foldWords } from './fold-text.ts'
import { createLeakCheck, findForbidden } from './forbidden.ts'
import { findWrongClaim } from './judge-claims.ts'
import { gatherKnowledge } from './knowledge.ts'
import { findPromise } from './promises.ts'
import { createVisitorAsks } from './visitor-asks.ts'

/** What the firewall says of a sentence. `reason` is for the log and holds nothing of the conversation. */
export type Verdict = { ok: true } | { ok: false; reason: string; instead: string }

export type Firewall = {
  /**
   * Decides on a whole sentence of a reply before anybody sees it.
   * @param context.visitor what the visitor wrote, the newest last; their own numbers may be repeated as theirs
   * @param context.before the sentences of the same reply that were let through already
   */
  check: (sentence: string, context: { visitor: readonly string[]; before: readonly string[] }) => Verdict
}

export type FirewallSources = {
  offers: Offers
  home: Home
  topics: readonly Topic[]
  words: FirewallWords
  studio: Studio
  /** Links may lead here alone. */
  siteUrl: URL
  /** The site's own paths, where links may lead to these alone. */
  paths?: ReadonlySet<string>
  /** Texts of which no long piece is ever shown: the rules of the system prompt. */
  secrets?: readonly string[]
  /** More texts of the site, whose sentences may be said word for word: the terms, say. */
  texts?: readonly string[]
  now?: () => Date
}

/** As many sentences of the reply say what is talked of: longer ones are cut to the form anyway. */
const lastSentences = 6

type Reason = keyof FirewallWords['instead']

/** Stands between any model and the visitor: decides by the facts of the content alone, in well under 5 ms a sentence. */
export function createFirewall(sources: FirewallSources): Firewall {
  const { offers, words, studio, siteUrl, paths, secrets = [], now = () => new Date() } = sources
  const knowledge = gatherKnowledge(sources)
  const repeatsSecret = createLeakCheck(secrets)
  const asks = createVisitorAsks()
  const allowed = { siteUrl, email: studio.email, paths }

  return {
    check: (sentence, { visitor, before }) => {
      const context = { visitor, before: before.slice(-lastSentences) }
      const plain = foldText(sentence)
      const folded = foldWords(plain)
      const hold = (reason: Reason, right?: string): Verdict => ({
        ok: false,
        reason,
        instead: right ?? words.instead[reason],
      })

      const forbidden = findForbidden(sentence, plain, allowed)
      if (forbidden !== undefined) return hold(forbidden)
      if (repeatsSecret(foldText([...context.before.slice(-2), sentence].join(' ')))) return hold('leak')
      if (!isEnglish(folded)) return hold('language')

      const known = { ...knowledge, promotionIsOver: dayOf(now()) > offers.promotion.endsOn }
      const asked = asks(context.visitor, known)
      const yes = findYes(folded)
      const isSaid =
        knowledge.isFactSentence(folded, context) &&
        !knowledge.namesPromotion(folded) &&
        !(yes === 'led' && asked.ofMoney)
      const wrong = isSaid ? undefined : findWrongClaim(folded, context, known)
      if (!isSaid) {
        const saysFacts = wrong === undefined && knowledge.factIn(folded) !== undefined
        const taken = takesUp(yes, asked) && !(yes === 'can' && saysFacts)
        const budget = asked.named && yes === 'that' && speaksOfBudget(folded)
        if (taken || budget) return hold('agreement', wrong === undefined ? knowledge.factIn(folded) : wrong.right)
      }
      if (isSaid) return { ok: true }

      const joint = jointText(folded, context.before)
      const promise = knowledge.isSiteSentence(folded)
        ? undefined
        : findPromise(joint, knowledge.allowsDiscount(folded))
      if (promise !== undefined) return hold(promise, wrong?.right)
      const found = wrong ?? (joint === folded ? undefined : findWrongClaim(joint, context, known))
      if (found === undefined || (found.kind === 'count' && knowledge.isSiteSentence(folded))) return { ok: true }
      return hold(found.kind, found.right)
    },
  }
}

/** A line or a piece that ended without a stop is read together with what follows it. */
function jointText(folded: string, before: readonly string[]): string {
  const last = before.at(-1)
  return last === undefined || /[.!?…:"'”’)]$/.test(last) ? folded : `${foldText(last)} ${folded}`
}
