import type { FirewallWords } from '../../../content/agent/firewall.ts'
import type { Topic } from '../../../content/agent/topics.ts'
import type { Home } from '../../../content/home.ts'
import type { Offers } from '../../../content/offers.ts'
import type { Studio } from '../../../content/studio.ts'
import { dayOf } from '../../../lib/day.ts'
import { findYes, isEcho, speaksOfBudget, takesUp } from './agreement.ts'
import { isEnglish } from './english.ts'
import { contentWords } from './evidence.ts'
import { foldText, foldWords } from './fold-text.ts'
import { createLeakCheck, findForbidden } from './forbidden.ts'
import { isInvented, isTold, isUnheardOf, judges, schedules } from './inventions.ts'
import { findWrongClaim } from './judge-claims.ts'
import { gatherKnowledge } from './knowledge.ts'
import { findPromise, namesCall } from './promises.ts'
import { createVisitorAsks } from './visitor-asks.ts'
import { numbersOf } from './visitor-numbers.ts'

/**
 * What the firewall says of a sentence. `reason` is for the log and holds nothing of the conversation; `isFact` says that
 * the safe sentence is the right one of the same thing.
 */
export type Verdict = { ok: true } | { ok: false; reason: string; instead: string; isFact: boolean }

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

/** No sentence is longer; what stands for many letters in one could be. */
const longest = 1_000

type Reason = keyof FirewallWords['instead']

/** Stands between any model and the visitor: decides by the facts of the content alone, in well under 5 ms a sentence. */
export function createFirewall(sources: FirewallSources): Firewall {
  const { offers, words, studio, siteUrl, paths, secrets = [], now = () => new Date() } = sources
  const knowledge = gatherKnowledge(sources)
  const repeatsSecret = createLeakCheck(secrets, knowledge.ownTexts)
  const asks = createVisitorAsks()
  const allowed = { siteUrl, email: studio.email, paths }

  const check: Firewall['check'] = (sentence, { visitor, before }) => {
    const context = { visitor, before: before.slice(-lastSentences) }
    const plain = foldText(sentence.slice(0, longest + 1)).slice(0, longest + 1)
    const folded = foldWords(plain)
    const hold = (reason: Reason, right?: string): Verdict => ({
      ok: false,
      reason,
      instead: right ?? words.instead[reason],
      isFact: right !== undefined,
    })

    if (plain.length > longest || sentence.length > longest) return hold('other')
    const forbidden = findForbidden(sentence, plain, allowed)
    if (forbidden !== undefined) return hold(forbidden)
    if (repeatsSecret(foldText([...context.before.slice(-2), sentence].join(' ')))) return hold('leak')
    if (!isEnglish(folded, knowledge.vocabulary, visitor)) return hold('language')
    if (knowledge.asksForMore(folded, visitor)) return hold('request')

    const known = { ...knowledge, promotionIsOver: dayOf(now()) > offers.promotion.endsOn }
    const asked = asks(context.visitor, known)
    const yes = findYes(folded)
    const isSaid =
      knowledge.isFactSentence(folded, context) &&
      !knowledge.namesPromotion(folded) &&
      !(yes === 'led' && asked.ofMoney)
    const wrong = isSaid ? undefined : findWrongClaim(folded, context, known)
    if (!isSaid) {
      const saysFacts = wrong === undefined && (knowledge.factIn(folded) !== undefined || namesOther(folded, visitor))
      const isAnswered =
        yes === 'can' || yes === 'short' || (yes === 'led' && !asked.ofMoney && repeatsTime(folded, visitor))
      const taken = takesUp(yes, folded, asked) && !(isAnswered && saysFacts)
      const budget = asked.named && yes === 'that' && speaksOfBudget(folded)
      const isOfTerms = asked.recently || asked.named || asked.ofMoney || asked.ofTerms
      if (yes === 'led' && asked.isOpen && !saysFacts && isUnheardOf(contentWords(folded), knowledge))
        return hold('assent')
      if (asked.ofRivals && (taken || judges(folded, knowledge))) return hold('rivals')
      if (taken || budget)
        return hold(isOfTerms ? 'agreement' : 'assent', wrong === undefined ? knowledge.factIn(folded) : wrong.right)
      if (wrong === undefined && yes !== undefined && asked.isAnswered && isEcho(folded, asked)) return { ok: true }
    }
    if (isSaid) return { ok: true }

    const joint = jointText(folded, context.before)
    const promise = knowledge.isSiteSentence(folded)
      ? undefined
      : findPromise(ofCall(joint, context), knowledge.allowsDiscount(folded))
    if (promise !== undefined) return hold(promise, wrong?.right)
    if (schedules(folded, knowledge)) return hold('duration')
    if (knowledge.namesStranger(sentence, folded, visitor) || isInvented(folded, visitor, knowledge))
      return hold('other')
    const found = wrong ?? (joint === folded ? undefined : findWrongClaim(joint, context, known))
    if (
      found === undefined ||
      (found.kind === 'count' && (knowledge.isSiteSentence(folded) || isTold(folded, knowledge)))
    )
      return { ok: true }
    return hold(found.kind, found.right)
  }

  // Patterns are compiled where they are first used: the first visitor need not wait for it.
  for (const fact of words.facts)
    check(`Yes, ${fact}`, { visitor: [`Is it true that ${fact} for $1?`], before: [fact] })
  return { check }
}

/** Whether a sentence names a price or a time, and none that the visitor named. */
function namesOther(folded: string, visitor: readonly string[]): boolean {
  const ofKind = ({ kind }: { kind: string }) => kind === 'price' || kind === 'duration'
  const named = numbersOf(visitor)
  const said = numbersOf([folded]).filter(ofKind)
  return said.length > 0 && !said.some(({ from, to }) => named.some((own) => own.from === from || own.to === to))
}

/** Whether a time that the visitor named stands in a sentence: a yes to it is as true as the sentence. */
function repeatsTime(folded: string, visitor: readonly string[]): boolean {
  const named = numbersOf(visitor).filter(({ kind }) => kind === 'duration')
  return numbersOf([folded]).some(
    ({ kind, from, to }) => kind === 'duration' && named.some((own) => own.from === from && own.to === to),
  )
}

/** Where the call is talked of, `it` is the call. */
function ofCall(
  folded: string,
  { visitor, before }: { visitor: readonly string[]; before: readonly string[] },
): string {
  const isCall = /^it\b/.test(folded) && namesCall(before.at(-1) ?? visitor.at(-1) ?? '')
  return isCall ? `the call: ${folded}`.replace(':', '') : folded
}

/** A line or a piece that ended without a stop is read together with what follows it. */
function jointText(folded: string, before: readonly string[]): string {
  const last = before.at(-1)
  return last === undefined || /[.!?…:"'”’)]$/.test(last) ? folded : `${foldText(last)} ${folded}`
}
