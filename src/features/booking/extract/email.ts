import { isMailAddress } from '../../../lib/mail-address.ts'
import { allMatches } from './all-matches.ts'
import type { Message } from './message.ts'
import { functionWords } from './words.ts'

type Found = { address: string; start: number; end: number }
type Hit = { address: string; rank: number }

const written = /[^\s<>"(),;:[\]{}|\\`*]{1,100}@[^\s<>"(),;:[\]{}|\\`*?!]{1,260}/g

const at = /\s{0,3}[([{<]\s*(?:at|@)\s*[)\]}>]\s{0,3}|\s{1,3}at(?:[ -]the[ -]rate(?: of)?)?\s{1,3}|\s{0,3}@\s{0,3}/gi
const localPart =
  /(?<![\w@])[a-z0-9]+(?:(?:\s*[([{<]\s*(?:dot|\.)\s*[)\]}>]\s*|\s(?:dot|period|point|underscore|dash|hyphen|minus|plus)\s|[._+-])[a-z0-9]+){0,6}$/i
const domainPart =
  /^[a-z0-9]+(?:(?:-+|\s(?:dash|hyphen)\s)[a-z0-9]+)*(?:(?:\s*[([{<]\s*(?:dot|\.|period)\s*[)\]}>]\s*|\s(?:dot|period|point)\s|\s?\.(?!\s)|\s\.\s)[a-z0-9]+(?:-+[a-z0-9]+)*){1,4}(?![\w@])/i
const longestPart = 64

/** The visitor's own address: a corrected or chosen one, else the last one given. Spelled-out ones are put together. */
export function findEmail(messages: readonly Message[], studioAddress?: string): string | null {
  const hits: Hit[] = []
  let refused = new Set<string>()
  let other: string | undefined
  for (const { open: text } of messages) {
    const found = [...addressesIn(text), ...spelledIn(text)].sort((one, other) => one.start - other.start)
    other = otherNamed.exec(text)?.[1]?.toLowerCase() ?? other
    for (const [index, address] of found.entries()) {
      const before = text.slice(Math.max(found[index - 1]?.end ?? 0, address.start - 90), address.start)
      const after = text.slice(address.end, Math.min(found[index + 1]?.start ?? text.length, address.end + 60))
      const key = address.address.toLowerCase()
      const rank =
        key === studioAddress?.toLowerCase() || isOfOther(key, other, text)
          ? undefined
          : rankOf(before, after, key, onBehalf.test(text))
      if (rank === undefined) refused = new Set([...refused, key])
      else hits.push({ address: address.address, rank })
    }
    refused = chosenByWords(text, hits, refused)
  }
  const open = hits.filter((hit) => !refused.has(hit.address.toLowerCase()) || hit.rank > 1)
  const best = Math.max(...open.map((hit) => hit.rank))
  return open.findLast((hit) => hit.rank === best)?.address ?? null
}

function addressesIn(text: string): Found[] {
  if (!text.includes('@')) return []
  return allMatches(text, written).flatMap((match) => {
    const lead = /^(?:mailto:|[^\p{L}\p{N}_])*/iu.exec(match[0])?.[0].length ?? 0
    const address = match[0]
      .slice(lead)
      .replace(/[^\p{L}\p{N}]+$/u, '')
      .replace(/'s$/, '')
    const start = match.index + lead
    const isWhole = isMailAddress(address) && hasSoundDots(address) && !/\.\.|@[.-]/.test(match[0])
    return isWhole ? [{ address, start, end: start + address.length }] : []
  })
}

function hasSoundDots(address: string): boolean {
  return !/^\.|\.\.|\.@|@.*@|[=&]/.test(address) && /\.[\p{L}][\p{L}\p{N}-]+$/u.test(address)
}

const providers =
  /^(?:gmail|yahoo|outlook|hotmail|proton(?:mail)?|icloud|live|rediffmail|zoho|aol|gmx|ymail|fastmail|hey|me|mail)\b/i
const mailWords = /\b(?:e-?mail|mail|id|write|reach|contact|address|gmail|ping|send)\b[^.!?]{0,30}$/i

function spelledIn(text: string): Found[] {
  return allMatches(text, at).flatMap(({ index, 0: sign }) => {
    const end = index + sign.length
    const local = localPart.exec(text.slice(Math.max(0, index - longestPart), index))?.[0]
    const domain = domainPart.exec(text.slice(end, end + longestPart))?.[0]
    if (local === undefined || domain === undefined || (/^@$/.test(sign) && !/\s|[([{<]/.test(local + domain)))
      return []
    const name = putTogether(local)
    const address = `${name}@${putTogether(domain)}`
    const start = index - local.length
    if (
      !isMailAddress(address) ||
      !hasSoundDots(address) ||
      !isMeant(name, sign, domain, text.slice(Math.max(0, start - 80), start))
    )
      return []
    return [{ address, start, end: end + domain.length }]
  })
}

/** "work at acme dot com" and "rahul at acme.io" tell where somebody works. */
function isMeant(name: string, sign: string, domain: string, before: string): boolean {
  if (/[([{<@]|rate/i.test(sign)) return !/^(?:is|me|mail|email|id)$/i.test(name)
  if (
    functionWords.has(name.toLowerCase()) ||
    /^(?:work|works|working|worked|reach|reached|look|looking|available|find|site|website|live|based|employed|founder|ceo|cto|owner|email|mail|contact)$/i.test(
      name,
    )
  )
    return false
  const isSpoken = /\b(?:dot|period|point)\b|[([{]/i.test(domain)
  return isSpoken || providers.test(domain) || mailWords.test(before)
}

function putTogether(part: string): string {
  return part
    .replace(/\s*[([{<]\s*(?:dot|\.|period)\s*[)\]}>]\s*|\s+(?:dot|period|point)\s+/gi, '.')
    .replace(/\s+underscore\s+/gi, '_')
    .replace(/\s+(?:dash|hyphen|minus)\s+/gi, '-')
    .replace(/\s+plus\s+/gi, '+')
    .replace(/\s+/g, '')
}

const otherPeople = `(?:partner|co-?founder|colleague|boss|manager|ceo|cto|coo|cfo|designer|developer|accountant|assistant|wife|husband|brother|sister|friend|client|team|teammate|lawyer|investor|co-?worker|director|secretary|dad|mom|son|daughter|marketing (?:guy|lead|head|person|team)|guy|head|lead|vendor|agency)`
const othersBefore = new RegExp(
  String.raw`\b(?:cc|bcc|copy(?:ing)?|loop(?:ing)? in|add|include|forward(?: it| this)?(?: to)?|also send(?: it)? to)\b[^.!?\n]{0,50}$|\b(?:my|our|his|her|their|the)\s+(?:[\p{L}-]+\s+)?${otherPeople}(?:'s)?\b(?:[^,.!?\n]{0,40}$|,\s*[\p{L}]+,?[^,.!?\n]{0,25}$)|\b(?:his|her|their|wife's|partner's|colleague's)\s+(?:e-?mail|mail|address|id)\b[^.!?\n]{0,20}$`,
  'iu',
)
const otherNamed = new RegExp(
  String.raw`\b(?:[Mm]y|[Oo]ur)\s+(?:[\p{L}-]+\s+)?${otherPeople},?\s+(?:is\s+)?(\p{Lu}\p{L}+)`,
  'u',
)

/** "My accountant, Fred, needs the invoice. fred@…" */
function isOfOther(address: string, other: string | undefined, text: string): boolean {
  return other !== undefined && address.startsWith(other) && !bookedFor.test(text)
}

const bookedFor = /\b(?:book(?:ing|ed)?|consultation|appointment|on behalf|assistant (?:to|of)|pa (?:to|of))\b/i
/** Whoever asks for another gives that person's address. */
const onBehalf =
  /\b(?:on behalf of|assistant (?:to|of)|pa (?:to|of)|secretary (?:to|of)|booking for (?:him|her|them))\b/i
const theirs = /\b(?:his|her|their)\s+(?:e-?mail|mail|address|id)\b[^.!?\n]{0,20}$/i
/** "u can mail on …". */
const invited = /\b(?:you|u|ya) (?:can|could|may|should)\s+(?:\p{L}+\s+){0,4}(?:on|at|to)\s*$/iu
const studioBefore =
  /\b(?:your|ur)\s+(?:[\p{L}-]+\s+)?(?:e-?mail|mail|address|inbox|id)\b[^.!?\n]{0,20}$|\b(?:wrote|written|mailed|emailed|sent|messaged|tried|mail|email|contact|reach you|write to you|found|saw)\s+(?:[\p{L}]+\s+){0,4}(?:to|at|on|you at|you on|the address)\s*$|\b(?:should|can|do|could|may|shall)\s+i\s+(?:just\s+)?(?:e-?mail|mail|contact|message|write)\s*$|\b(?:should|can|do|could|may|shall)\s+i\s+(?:just\s+)?(?:[\p{L}]+\s+){0,4}(?:to|at)\s*$/iu
const exampleBefore =
  /\b(?:e\.?g\.?|example|like|such as|format|something like|placeholder|instance|similar to)\b[^!?\n]{0,20}$/i
const exampleLocal =
  /^(?:you|your|yourname|your\.name|name|user|username|someone|somebody|test|example|firstname\.lastname|me)@(?:example|domain|company|email|yourdomain|yourcompany|mail|test)\b/
const rejectBefore =
  /(?:\bnot|\bno longer|\binstead of|\brather than|\bignore|\bdon't use|\bdo not use|\bnever use|\bforget|\bold (?:one|email|mail|address|id)?(?: was| is|:)?|\bused to be|\bwas|\bprevious(?:ly)?)\s*(?:my\s+)?(?:the\s+)?(?:old\s+)?(?:one|email|mail|address|id)?[\s:,]*(?:was|is|on|at|to|via)?\s*$/i
const rejectAfter =
  /^\W{0,3}(?:is|was|isn't|doesn't|does not|no longer|bounces|bounced)?\s*(?:wrong|old|dead|the old|not working|no longer|incorrect|mistyped|work(?:s)? anymore|bounces|bounced|a typo|inactive|my old)/i
const chosenBefore =
  /\b(?:use|prefer(?:red|ably)?|best(?: one)?(?: is|:)?|better|actually|correct(?: one)?(?: is|:)?|correction|should be|i meant?|instead|sorry|oops|updated|new (?:one|email|address|mail|id)(?: is|:)?|reach me|write to me|rather|(?:send|forward|mail|e-?mail)\b[^.!?\n]{0,25}\bto)\b[^.!?\n]{0,30}$/i
const chosenAfter =
  /^\W{0,3}(?:is (?:better|best|preferred|fine|the one|correct|right)|please|instead|preferred|rather)\b/i

/** 2 chosen, 1 given; undefined where it is somebody else's, an example, the studio's or no longer right. */
function rankOf(before: string, after: string, address: string, isForOther: boolean): number | undefined {
  if (exampleLocal.test(address)) return undefined
  if (/@(?:[\w-]+\.)*example\.(?:com|org|net)$/.test(address) && exampleBefore.test(before)) return undefined
  if (exampleBefore.test(before) && !/\bi(?:'d| would)? like\b|would like/i.test(before)) return undefined
  if (rejectBefore.test(before) || rejectAfter.test(after)) return undefined
  if (
    othersBefore.test(before) &&
    !bookedFor.test(before) &&
    !(isForOther && theirs.test(before)) &&
    !/\b(?:mine|my own|me)\b[^.!?]{0,15}$/i.test(before)
  )
    return undefined
  if (
    /^['\s]*\(?(?:my|our|her|his|their)\s+(?:[\p{L}-]+\s+)?(?:partner|co-?founder|colleague|boss|assistant|cto|ceo|designer|developer)\b/iu.test(
      after,
    )
  )
    return undefined
  if (studioBefore.test(before) && !invited.test(before) && !/\b(?:me|my)\b[^.!?]{0,20}$/i.test(before))
    return undefined
  return chosenBefore.test(before) || chosenAfter.test(after) ? 2 : 1
}

/** "use the first one", "the gmail one please", "the second is better". */
function chosenByWords(text: string, hits: Hit[], refused: Set<string>): Set<string> {
  const choice =
    /\b(?:use|prefer|take|write to|send to|reach me on|better|go with)\s+(?:the\s+|my\s+)?(first|second|former|latter|last|work|office|personal|[a-z]+mail|yahoo|outlook)\b/i
      .exec(text)?.[1]
      ?.toLowerCase()
  const kinds = choice === undefined ? [] : hits.filter((hit) => isKind(hit.address, choice))
  const picked =
    choice === 'first' || choice === 'former'
      ? hits[0]
      : choice === 'second'
        ? hits[1]
        : /latter|last/.test(choice ?? '')
          ? hits.at(-1)
          : kinds.at(-1)
  if (picked !== undefined) picked.rank = 3
  return refused
}

function isKind(address: string, kind: string): boolean {
  const isFree = providers.test(address.split('@')[1] ?? '')
  if (kind === 'work' || kind === 'office') return !isFree
  return kind === 'personal' ? isFree : (address.split('@')[1] ?? '').startsWith(kind)
}
