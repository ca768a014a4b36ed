import { contentWords } from './evidence.ts'

const clearYes =
  /^(?:(?:oh|well|ok|okay|great|perfect|good|wow|haha|hey|hi)[,! ]+)?(?:yes|yeah|yep|yup|ya|aye|sure|absolutely|definitely|certainly|of course|no problem|deal|done|agreed|i agree|we agree|i accept|we accept|no problem|not (?:a|any) problem|we(?:'ll| will) take it|very well|good offer|granted|confirmed?|approved|accepted|correct|exactly|indeed|precisely|you got it|you bet|sounds (?:good|great|fair|perfect|like a plan)|fair enough|happy to|glad to|gladly|with pleasure|my pleasure|consider it|why not|by all means|right you are|you're right|you are right|that(?:'s| is) (?:right|correct|true|fine|ok|okay|doable|possible|fair|a deal|no problem|totally|absolutely|perfectly)|affirmative|roger|yessir|haan|si\b|oui|ja\b|100%|naturally|surely|totally|sold|without (?:a )?(?:question|doubt)|no doubt|count on (?:it|that|me|us)|it(?:'s| is) official|it(?:'s| is)(?: all)? (?:settled|agreed|done)|congratulations|welcome aboard|you(?:'re| are) in luck)\b(?!'|n't)|^(?:we do|i do|we can|i can|we will|i will|it does|it is|they are|they do|it can|for all(?: of (?:them|it))?)(?=\W*$)|^[^?]{0,60}, (?:yes|sure|deal|okay|ok|agreed)(?=\W*$)/
const openYes =
  /\b(?:we have a deal|you(?:'ve| have)(?: got)? (?:a |yourself a )?deal|it's a deal|(?:that|this|it|which|your (?:budget|price|offer|number|figure|deadline|date|amount|proposal|timeline)|(?:the |a )?(?:budget|price|amount|figure|date|deadline) (?:of [^,.]{1,20})?)(?:'s| is| are| will be| would be| should be| sounds| looks| seems)? (?:(?:more than|quite|very|totally|absolutely|perfectly|definitely|certainly|just|exactly|pretty|still|also|all|well|easily|a bit|even|really) )*(?:works?|fits?|fine|ok|okay|enough|doable|possible|feasible|acceptable|perfect|(?:great|good|perfect)(?! (?:question|idea|start|place|point|choice|fit|way|to (?:hear|know)|example|project|concept|match|thing))|agreed|sufficient|what we (?:charge|ask|need|take)|how we|our (?:price|rate)|official|settled|plenty|realistic|reasonable|fair|right|correct|true|no problem|not a problem|all right|alright|covered|suffices?|will do|would do|will work|would work|manageable|achievable|in range|workable)\b|(?:i|we)(?:'ll| will| can| could| would| shall|'d)(?: certainly| definitely| absolutely| gladly| happily| surely| easily| totally| also| do)? (?:do|deliver|make|manage|build|launch|offer|meet|match|honou?r|accept|agree|approve|work with|confirm|take|accommodate|give you|go with|settle|live with|finish|have it|get it|go as low|stick|squeeze)\b(?! (?:you an|you the)? ?(?:answer|idea|overview|tell|sense))|(?<!\byou |you can )(?:accept|honou?r|approve|agree (?:to|on|with)|grant|meet|match|confirm) (?:your|that|this|the|it)\b|(?:i'm|i am|we're|we are|i'd be|we'd be|would be) (?:happy|glad|able|willing|ready|fine|okay|pleased|in)\b|(?:within|inside|fits?|in|for|at|on|meets?|matches) (?:your|that|this) (?:budget|price|amount|figure|number|rate|deadline|date|time ?frame|timeline)|no problem|not a problem|you can count on|let's do (?:it|that|this)|go ahead|it's on|it's yours|(?:i|we) do\W*$|i can\b\.?$|we can\b\.?$|will do\b|can be (?:done|built|made|arranged|managed)\b|(?:with|for|at) (?:that|this)\W*$|(?:with|for|at) (?:that|this)(?: (?:budget|price|money|amount|sum|figure))?,? (?:you|we|i)(?:'d|'ll| would| can| could| will)? (?:get|have|do|make|build|launch|deliver|leave|offer)|(?:start|begin|go|work) with (?:that|this)\b|get there\b|(?:usually|always|often|normally|gladly) (?:agrees?|accepts?|says yes)|(?:i'm|i am|we're) (?:sure|certain|confident)\b|(?:price|offer|sum|figure|number) (?:we|i|the founder) can|put (?:it|that|this|[\d$,.]+) in(?:to)? (?:the|your|a) quote|find a way\b|exactly what we)/
const denied =
  /\b(?:not|no\b(?! problem)|never|cannot|can't|don't|doesn't|won't|isn't|wouldn't|unable|unfortunately|sorry|only if|depends?|whether|if)\b|\?$/
const polite =
  /\b(?:mentioned|got it|noted|makes sense|interesting|tell me|thanks?|thank|hello|hi|hey|welcome|question|sorry|see|understand|again|studio|agent|ai)\b/
const conditional = /\b(?:when|once|what|how|where)\b[^,;]*$/
const about = /\b(?:your|that|this|the) (?:budget|price|amount|figure|number)\b/

/** Noes that are a yes. */
const harmlessNo =
  /\bno (?:worries|issue|trouble|objections?)\b|\b(?:i |we )?(?:can't |cannot )?see (?:no|any)? ?(?:reason )?why not\b|\bsee no (?:reason|problem|issue)\b|\b(?:would|will|is|should)(?:n't| not)(?: be)? (?:a|an|any) (?:problem|issue|trouble)\b|\b(?:i|we) (?:don't|do not|wouldn't|won't) mind\b|\bnothing (?:speaks|stands) against\b/g

/** See `findYes`. */
type Yes = 'bare' | 'short' | 'led' | 'that' | 'can' | undefined

/** What of the visitor's words a yes would say yes to. */
type Asked = {
  /** A price, discount, date or guarantee that the facts don't hold stands in one of the last messages. */
  recently: boolean
  /** One is asked for in the last message, and nothing else is. */
  alone: boolean
  /** The last message asks for a yes that nothing on the site gives. */
  isOpen: boolean
  /** What it asks for. */
  words: ReadonlySet<string>
}

/**
 * What kind of a yes a folded sentence is: `bare` says nothing else, `led` begins with it and goes on to say something,
 * `short` is only a few
 * words, `that` agrees to what was named before ("your budget works"), `can` says that something will be done.
 */
export function findYes(sentence: string): Yes {
  const folded = sentence.replaceAll(harmlessNo, 'no problem')
  const lead = clearYes.exec(folded)
  if (lead !== null && findYes(folded.slice(lead[0].length).replace(/^[^a-z]+/, '')) === 'that') return 'bare'
  if (lead !== null) {
    const words = folded.slice(lead[0].length).match(/[a-z]+/g) ?? []
    return words.every((word) => genericWords.has(word)) ? 'bare' : 'led'
  }
  const open = openYes.exec(folded)
  if (open === null) return isShortYes(folded) ? 'short' : undefined
  if (conditional.test(folded.slice(0, open.index))) return undefined
  if (denied.test(folded.slice(0, open.index + open[0].length + 30))) return undefined
  const tail = folded.slice(open.index, open.index + open[0].length + 12)
  return /^(?:i|we|can be)\b/.test(tail) && !/\b(?:that|this|it|your|deal|i do|we do|can\.?$)\b/.test(tail)
    ? 'can'
    : 'that'
}

/** Few words that deny nothing and ask nothing: after a question whether, they are a yes. */
function isShortYes(folded: string): boolean {
  const words = folded.match(/[a-z']+/g) ?? []
  return words.length <= 5 && !denied.test(folded) && !polite.test(folded)
}

/** Whether such a yes takes up what the visitor asked for, which no model may. */
export function takesUp(yes: Yes, folded: string, asked: Asked): boolean {
  if (yes === undefined) return false
  const isOpen = asked.isOpen && !denied.test(folded) && (yes === 'bare' || isEcho(folded, asked))
  return isOpen || (yes === 'bare' || yes === 'that' ? asked.recently : asked.alone)
}

/** Whether a sentence says no more than the visitor's question: `yes, it's free`. */
export function isEcho(folded: string, { words }: Pick<Asked, 'words'>): boolean {
  const lead = clearYes.exec(folded)
  const said = contentWords(folded.slice(lead?.[0].length ?? 0))
  return [...said].every((word) => words.has(word) || assentWords.has(word))
}

/** Whether a folded sentence speaks of the visitor's budget or figure. */
export function speaksOfBudget(folded: string): boolean {
  return about.test(folded)
}

const genericWords = new Set(
  'yes we i you it that this can could will would do be is are the a an to for with happy glad sure of course absolutely definitely no problem at all works work fine deal done great make happen possible doable and so let us s ll re m have your my our offer price just like exactly right correct true as said agreed then go ahead in fact indeed totally completely happily gladly easily very well good certainly thing budget number amount date deadline on by confirm ok okay part among services area remember as discussed far much lot sadly'.split(
    ' ',
  ),
)

const assentWords = contentWords([...genericWords].join(' '))
