import type { Aspect, Offer } from '../../../platform/content/chat/talk.ts'
import type { Answers } from '../answers.ts'
import { offerIn, type TalkState } from '../state.ts'
import { tokenize } from './model.ts'

const wordsOf = (text: string) => new Set(text.split(' '))

/** What a side of an offer is called. */
const aspectWords: Readonly<Record<Aspect, ReadonlySet<string>>> = {
  price: wordsOf(
    'price prices pricing cost costs costing much charge charges rate rates quote kitna kitne paisa paise kharcha kharch daam',
  ),
  time: wordsOf('long time timeline duration when weeks days fast quick quickly soon date deadline kab'),
  contents: wordsOf('include included includes contain contains contents inside features get'),
  support: wordsOf('support maintenance'),
  fit: wordsOf('suit suits fit fits right'),
  payment: wordsOf('pay payment payments upfront deposit installments instalments emi advance'),
}

/** Words that add nothing to “how much is it?”. */
const fillers = wordsOf(
  'a an and the it its that this those these them one ones i im you u ur your me my we us our is are was be do does did would will ' +
    'can could should to of in for on at by with what whats how hows about so ok okay then just please pls roughly approx around ' +
    'exactly total total again take takes cost have has need want know tell say or if but also sir bhai hi hey hello thanks ' +
    'build built make made ka ki ke hai hoga lagega lage batao aur ye yeh kya ready done finish up work',
)

const smallest = wordsOf('small smaller smallest cheap cheaper cheapest basic lowest first starter')
const largest = wordsOf('big bigger biggest large largest expensive highest top last third')
const middle = wordsOf('second middle mid medium')
const whole = wordsOf('both all each every three')
const others = wordsOf('other another others')

const pronouns = wordsOf('it its that this those these them one ones he she they other another others same')
const openers = [
  'and',
  'what about',
  'how about',
  'even if',
  'even',
  'but',
  'or',
  'so',
  'also',
  'why',
  'aur',
  'then',
  'ok and',
  'what if',
  'which',
]
const maxDependentWords = 9

/** Whether a clause needs the conversation before it: a short one with a pronoun, an ellipsis, or no word of its own. */
export function isDependent(clause: string): boolean {
  const words = tokenize(clause)
  if (words.length > maxDependentWords) return false
  const text = `${words.join(' ')} `
  return (
    words.some((word) => pronouns.has(word)) ||
    openers.some((opener) => text.startsWith(`${opener} `)) ||
    words.every((word) => fillers.has(word) || isAspectWord(word))
  )
}

const empty = wordsOf('any some there not no all here and get give')

/** How many words say what a clause is about. */
export function contentWords(clause: string): number {
  return tokenize(clause).filter((word) => !fillers.has(word) && !empty.has(word)).length
}

function isAspectWord(word: string): boolean {
  return Object.values(aspectWords).some((words) => words.has(word))
}

/** “Will this cost us?” and “I can pay” don't ask for a price. */
const statements = wordsOf('i we does do did will would is are can could have has')

/** The answer about a side of an offer, which a question names among other words: “how long would a small website take”. */
export function sideOf(clause: string, state: TalkState, answers: Answers): string | undefined {
  if (clause.length > maxSideCharacters) return undefined
  const aspect = aspectIn(tokenize(clause).filter((word) => !ambiguous.has(word)))
  if (aspect === undefined) return undefined
  const offer = offerIn(clause, answers) ?? state.offer
  return (offer?.isAside ? undefined : offer?.answers[aspect]) ?? answers.talk.aspects[aspect]
}

const maxSideCharacters = 300

/** These words also have other meanings. */
const ambiguous = wordsOf('get features inside date when right support pay fit suit suits fits soon')

/**
 * The answer to an ellipsis like “the other one?”, “and how long?”, or “how much for the MVP”: a cell of the grid of offers
 * and their sides. @returns undefined if the clause has words of its own, or names neither
 */
export function cellOf(clause: string, state: TalkState, answers: Answers): string | undefined {
  const words = tokenize(clause)
  const named = offerIn(clause, answers)
  const offerWords = new Set((named?.words ?? []).flatMap((name) => tokenize(name)))
  const referred = referredOffer(words, state, answers)
  const isKnown = (word: string) =>
    fillers.has(word) || isAspectWord(word) || offerWords.has(word) || isReference(word) || word === 'package'
  if (!words.every(isKnown)) return undefined
  const aspect = aspectIn(words)
  if (named === undefined && statements.has(words[0] ?? '')) return undefined
  const offer = referred ?? named
  if (offer !== undefined) {
    const side = aspect ?? (isDependent(clause) ? aspectOf(state, answers) : undefined)
    return offer.answers[side ?? 'price'] ?? offer.answers.contents
  }
  if (aspect === undefined) return undefined
  return state.offer?.answers[aspect] ?? answers.talk.aspects[aspect]
}

function isReference(word: string): boolean {
  return [smallest, largest, middle, whole, others].some((words) => words.has(word))
}

/** “How much time …?” asks for no price. */
const asksForTime = /\b(?:much|kitna|kitne|kitni) (?:time|longer|days|weeks|din)\b/

function aspectIn(words: readonly string[]): Aspect | undefined {
  if (asksForTime.test(words.join(' '))) return 'time'
  const found = Object.entries(aspectWords).find(([, names]) => words.some((word) => names.has(word)))
  return found?.[0] as Aspect | undefined
}

/** The side of an offer that the last answer was about. */
function aspectOf({ topic }: TalkState, { talk }: Answers): Aspect | undefined {
  const cells = [...talk.offers.map(({ answers }) => answers), talk.aspects].flatMap((all) => Object.entries(all))
  return cells.find(([, id]) => id === topic?.id)?.[0] as Aspect | undefined
}

/** “The other one”, “the small one”: another member of the family of the offer that was mentioned last. */
export function referredOffer(words: readonly string[], state: TalkState, { talk }: Answers): Offer | undefined {
  if (!words.some(isReference)) return undefined
  const family = talk.offers.find(
    ({ id, members }) => members.includes(state.offer?.id ?? '') || (id === state.offer?.id && members.length > 0),
  )
  if (family === undefined) return undefined
  const members = family.members.flatMap((id) => talk.offers.find((offer) => offer.id === id) ?? [])
  const has = (names: ReadonlySet<string>) => words.some((word) => names.has(word))
  if (has(whole)) return family
  if (has(smallest)) return members[0]
  if (has(middle)) return members[1]
  if (has(largest)) return members.at(-1)
  const rest = members.filter(({ id }) => id !== state.offer?.id)
  return rest.length === 1 ? rest[0] : family
}

const moreWords = wordsOf('why more go on continue details detail explain else and ok tell me please aur batao')

/** Whether a clause only asks to hear more. */
export function asksForMore(clause: string): boolean {
  const words = tokenize(clause)
  return (
    words.length > 0 &&
    words.length <= 4 &&
    words.every((word) => moreWords.has(word)) &&
    words.some((word) => ['why', 'more', 'continue', 'details', 'explain', 'go'].includes(word))
  )
}
