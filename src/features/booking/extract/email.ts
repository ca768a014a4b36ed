import { isMailAddress } from '../../../lib/mail-address.ts'
import type { Message, Span } from './message.ts'
import { functionWords } from './words.ts'

type Found = Span & { address: string }
/** @property rank 3 picked of several, 2 chosen, 1 given */
type Hit = { address: string; rank: number }

/** The visitor's own address: a corrected or chosen one, else the last one given. Spelled-out ones are put together. */
export function findEmail(messages: readonly Message[], studioAddress?: string): string | null {
  const hits: Hit[] = []
  let other: string | undefined
  for (const { open: text } of messages) {
    other = otherNamed.exec(text)?.[1]?.toLowerCase() ?? other
    const found = [...addressesIn(text), ...spelledIn(text)].sort((one, next) => one.start - next.start)
    for (const [index, { address, start, end }] of found.entries()) {
      const before = text.slice(Math.max(found[index - 1]?.end ?? 0, start - 90), start)
      const after = text.slice(end, Math.min(found[index + 1]?.start ?? text.length, end + 60))
      const low = address.toLowerCase()
      const isOfOther = other !== undefined && low.startsWith(other) && !bookedFor.test(text)
      if (low === studioAddress?.toLowerCase() || isOfOther || isRefused(before, after, low)) continue
      hits.push({ address, rank: chosenBefore.test(before) || chosenAfter.test(after) ? 2 : 1 })
    }
    const picked = pickedByWords(text, hits)
    if (picked !== undefined) picked.rank = 3
  }
  const best = Math.max(...hits.map((hit) => hit.rank))
  return hits.findLast((hit) => hit.rank === best)?.address ?? null
}

const written = /[^\s<>"(),;:[\]{}|\\`*@]{1,100}@[^\s<>"(),;:[\]{}|\\`*?!]{1,260}/g

function addressesIn(text: string): Found[] {
  return [...text.matchAll(written)].flatMap(({ index, 0: found }) => {
    const lead = found.search(/[\p{L}\p{N}_]/u)
    const address = found.slice(Math.max(0, lead)).replace(/(?:'s|[^\p{L}\p{N}])$/u, '')
    const start = index + Math.max(0, lead)
    return isSound(address) ? [{ address, start, end: start + address.length }] : []
  })
}

function isSound(address: string): boolean {
  return isMailAddress(address) && !/^\.|\.\.|\.@|[=&]/.test(address) && /\.\p{L}[\p{L}\p{N}-]{1,60}$/u.test(address)
}

const part = '[a-z0-9]{1,40}'
const dot = String.raw`(?: ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| (?:dot|period|point) )`
const sign = String.raw`( ?[([{<] ?(?:at|@) ?[)\]}>] ?| at(?:[ -]the[ -]rate(?: of)?)? | @ ?|@ )`
const joint = String.raw`(?:${dot}| (?:underscore|dash|hyphen|minus|plus) |[._+-])`
const spelled = new RegExp(
  String.raw`(?<![\w@])(${part}(?:${joint}${part}){0,5})${sign}(${part}(?:(?:${dot}|[.-]| (?:dash|hyphen) )${part}){1,4})(?![\w@])`,
  'gi',
)
/** "work at acme dot com" tells where somebody works. */
const verbs = /^(?:work|works|working|worked|look|looking|find|reach|site|website|live|based|mail|email|id|contact)$/

function spelledIn(text: string): Found[] {
  return [...text.matchAll(spelled)].flatMap(({ index, 0: whole, 1: local = '', 2: at = '', 3: domain = '' }) => {
    const address = `${putTogether(local)}@${putTogether(domain)}`
    const low = local.toLowerCase()
    const isMeant = /[([{<@]|rate/.test(at) || /dot|period|point|[([{]/i.test(domain)
    if (!isMeant || functionWords.has(low) || verbs.test(low) || !isSound(address)) return []
    return [{ address, start: index, end: index + whole.length }]
  })
}

function putTogether(spoken: string): string {
  return spoken
    .replace(/ ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| (?:dot|period|point) /gi, '.')
    .replace(/ underscore /gi, '_')
    .replace(/ (?:dash|hyphen|minus) /gi, '-')
    .replace(/ plus /gi, '+')
}

const others = `(?:partner|co-?founder|colleague|boss|manager|ceo|cto|coo|cfo|designer|developer|accountant|assistant|wife|husband|brother|sister|friend|client|team|lawyer|investor|director|agency)`
const othersBefore = new RegExp(
  String.raw`\b(?:cc|copy(?:ing)?|loop(?:ing)? in|forward)\b[^.!?\n]{0,50}$|\b(?:my|our|his|her|their|the)\s(?:[\p{L}-]{1,20}\s)?${others}(?:'s)?\b[^.!?\n]{0,40}$`,
  'iu',
)
const otherNamed = new RegExp(
  String.raw`\b(?:[Mm]y|[Oo]ur)\s(?:[\p{L}-]{1,20}\s)?${others},?\s(?:is\s)?(\p{Lu}\p{L}{1,30})`,
  'u',
)
const bookedFor = /\b(?:book(?:ing|ed)?|consultation|appointment|on behalf|assistant (?:to|of)|pa (?:to|of))\b/i
const studioBefore =
  /\b(?:your|ur)\s(?:e-?mail|mail|address|inbox|id)\b[^.!?\n]{0,20}$|\b(?:wrote|written|mailed|emailed|sent|tried|found|saw|should i (?:mail|email|write|contact))\s(?:\p{L}{1,20}\s){0,3}(?:to|at|on)\s$/iu
const mine = /\b(?:mine|my own|me|my)\b[^.!?]{0,20}$/i
const example = /\b(?:e\.?g\.?|example|(?<!i'd |would )like|such as|format|placeholder)\b[^!?\n]{0,20}$/i
const exampleAddress = /^(?:you|your|your\.?name|name|user|someone|test|example|me)@(?:example|domain|company|email)\b/
const rejectedBefore =
  /\b(?:not|no longer|instead of|rather than|don't use|ignore|forget|old|was|previous(?:ly)?|used to be)(?: (?:my|the|old|one|email|mail|address|on|at|to|is|was)){0,4}[:,]? $/i
const rejectedAfter =
  /^\W{0,3}(?:is |was )?(?:wrong|old|dead|the old|not working|no longer|incorrect|bounce[sd]|a typo|doesn't work)/i
const chosenBefore =
  /\b(?:use|prefer(?:red|ably)?|best|better|actually|correct(?:ion)?|should be|i meant?|instead|sorry|oops|updated|new (?:one|email|address)|reach me|write to me)\b[^.!?\n]{0,30}$/i
const chosenAfter =
  /^\W{0,3}(?:is (?:better|best|preferred|fine|the one|correct|right)|please|instead|preferred|rather)\b/i

/** Whether it is somebody else's, an example, the studio's or no longer right. */
function isRefused(before: string, after: string, address: string): boolean {
  if (exampleAddress.test(address) || example.test(before)) return true
  if (rejectedBefore.test(before) || rejectedAfter.test(after)) return true
  if (othersBefore.test(before)) return !bookedFor.test(before) && !/\b(?:mine|my own|me)\b[^.!?]{0,15}$/i.test(before)
  return studioBefore.test(before) && !mine.test(before)
}

const freeMail = /@(?:gmail|yahoo|outlook|hotmail|proton|icloud|live|rediffmail|aol|gmx)/i

/** "use the first one", "the gmail one please". */
function pickedByWords(text: string, hits: readonly Hit[]): Hit | undefined {
  const choice = /\b(?:use|prefer|take|write to|send to|reach me on) (?:the |my )?(\p{L}{4,12})\b/iu.exec(text)?.[1]
  const kind = choice?.toLowerCase()
  if (kind === 'first') return hits[0]
  if (kind === 'second') return hits[1]
  return hits.findLast(({ address }) => {
    if (kind === 'personal') return freeMail.test(address)
    if (kind === 'work' || kind === 'office') return !freeMail.test(address)
    return address.includes(`@${kind}.`)
  })
}
