import { foldText } from './fold-text.ts'

const markup =
  /<\s*[a-z!/?]|!\[|\]\(|javascript:|vbscript:|data:[a-z]+\/|file:\/\/|\bon(?:error|load|click|mouseover)\s*=|\{\{|\$\{|<%|\[\/?(?:img|url|b|i)\b|src\s*=/
const role =
  /^\W*(?:system|assistant|user|human|developer|tool|bot|ai|kitewright agent|visitor|customer|client|agent)\s*(?:\(\w+\))?\s*:|<\|?(?:im_start|im_end|system|endoftext|eot|start_header)|\[\/?(?:inst|sys|system)\]|<<\/?sys>>|###? ?(?:system|instruction|response|human|assistant|user)|\b(?:begin|end|start) (?:of )?(?:the )?(?:system )?(?:prompt|instructions?)\b/
const leak =
  /\bmy (?:\w+ ){0,2}(?:prompt|instructions?|rules|guidelines|directives|system message)\b(?: \w+)? ?(?:is|are|says?|reads?|tells?|state|states|were|was|include|:)(?! (?:not|private|confidential|something|secret))|\b(?:here (?:is|are)|below is|this is|the following is|these are) (?:my|the|your) (?:\w+ ){0,2}(?:prompt|instructions?|rules i)|\bi (?:was|am|have been|'ve been) (?:told|instructed|programmed|prompted|ordered|configured|given (?:the )?(?:instruction|rule|prompt))|\bthe (?:system )?(?:rules|instructions|prompt|guidelines|directives) (?:say|says|state|states|tell|tells|are|is|read|reads)\b|\byou are (?:the|a|an) [\w ]{0,30}(?:assistant|agent|chatbot|model)\b|\bignor\w+ (?:all|my|the|previous)[\w ]{0,20}instructions|\b(?:dan|jailbreak|developer) mode (?:on|enabled|activated)/
const key =
  /\b(?:sk|pk|rk|ghp|gho|xox[abp]|akia|aiza)[-_]?[a-z\d][\w-]{12,}|\b[a-z]+(?:_[a-z]+)*_(?:key|token|secret|password|url|models?)\b|\beyj[\w-]{8,}|\bbearer [\w.-]{8,}|\bpassword (?:is|:)|-----begin/
const blob = /(?<![\w/.-])(?=[\w+/=-]*[\d+/=])(?=[\w+/=-]*[a-z])[\w+/=-]{28,}|(?<![\w-])[a-z\d]{32,}(?![\w-])/
/** Letters in a code: nobody writes a word so. */
const code =
  /(?<![\w/.-])(?=[\w+/]*[a-z])(?=[\w+/]*[A-Z])(?=[\w+/]*\d)[A-Za-z\d+/]{14,}={0,2}(?![\w+/])|(?<![\w=])[A-Za-z\d+/]{7,}={1,2}(?![\w=])/
const mail =
  /[\p{L}\d._%+'-]+\s?(?:@|\(at\)|\[at\]|\{at\}| at (?=[\w-]+ ?(?:dot|\(dot\)|\[dot\])))\s?[\p{L}\d-]+(?:\s?(?:\.|\(dot\)|\[dot\]| dot )\s?[\p{L}\d-]+)+|[\p{L}\d._-]+@[\p{L}\d-]+/gu
const phone =
  /(?:\+|\b00)\d[\d\s().-]{6,}\d|(?<![\d$₹€£,.])\(?\d{3,5}\)?[\s.-]\d{3,4}(?:[\s.-]\d{3,4})?(?![\d,])|(?<![\d$₹€£,.])\d{9,}(?!\d)|\b555-\d{4}\b|\bwhatsapp\b|\btelegram\b|\bskype\b|\b(?:call|text|phone|ring|dial|reach)\b (?:us|me|him|her|the \w+) (?:on|at) (?!(?:mail|any|the|a|your|our|launch|no|this|that|hello)\b)|(?<!\w)@[a-z]\w{2,}/
const postal =
  /\b\d{1,5}[a-z]?,? (?:\w+ ){1,3}(?:street|st\.?|road|rd\.?|avenue|ave\.?|lane|ln|boulevard|blvd|drive|square|plaza|nagar|marg|floor|suite|sector|block|cross)\b|\bp\.?o\.? box\b|\b(?:located|based|headquartered|office|offices|headquarters) (?:is |are )?(?:in|at) (?!the (?:us|air)\b|your|one\b)[a-z]/
const genericDomains =
  'com|org|net|info|biz|dev|app|ai|io|co|xyz|site|online|shop|store|tech|cloud|page|link|click|top|pro|agency|studio|solutions|systems|digital|design|blog|news|live|me|tv|cc|gg|ly|sh|to|eu|us|uk|in|de|fr|ru|cn|pk|bd|au|ca|nl|es|it|br|jp|pl|test|example|localhost|zip|mov|gov|edu'
const domain = new RegExp(
  `(?<![\\p{L}\\d@._-])((?:[\\p{L}\\d](?:[\\p{L}\\d-]*[\\p{L}\\d])?\\.)+(?:${genericDomains}))(?![\\p{L}\\d-])((?::\\d+)?(?:[/?#][^\\s)"'>]*)?)`,
  'gu',
)
const url = /(?:\b[a-z][a-z\d+.-]{1,12}:\/\/|(?<![:\w])\/\/(?=\w))([^\s)"'>]*)/g
const spokenDomain =
  /\b[a-z\d-]+ ?(?:\(dot\)|\[dot\]|\[\.\]| dot ) ?[a-z\d]|\b[a-z\d]+ slash [a-z\d]|\w ?(?:\[\.\]|\(\.\)) ?\w|\bhxxps?\b|\bwww\.|\bbit\.ly|\bt\.me\b/
const ownNames = /^(?:socket\.io|asp\.net|vb\.net|draw\.io|d3\.js|draft\.js)$/

type Allowed = { siteUrl: URL; email: string; paths?: ReadonlySet<string> | undefined }

type Forbidden = 'markup' | 'role' | 'contact' | 'link' | 'leak'

/** What is never shown, whatever the facts: markup, foreign links and addresses, role marks, keys. */
export function findForbidden(
  sentence: string,
  folded: string,
  { siteUrl, email, paths }: Allowed,
): Forbidden | undefined {
  const raw = foldEntities(sentence)
  if (markup.test(folded) || markup.test(raw)) return 'markup'
  if (role.test(folded)) return 'role'
  const addresses = folded.match(mail) ?? []
  if (addresses.some((address) => address.replace(/\.$/, '') !== email.toLowerCase())) return 'contact'
  const bare = addresses.reduce((text, address) => text.replace(address, 'mail'), folded)
  const links = linksOf(bare)
  if (!links.every((link) => isOwn(link, siteUrl, paths))) return 'link'
  // Lookalike letters read like our own address and lead elsewhere.
  const written = sentence.toLowerCase()
  if (written.split(email.toLowerCase()).length <= addresses.length) return 'contact'
  if (written.split(siteUrl.host).length <= links.length) return 'link'
  const rest = links.reduce((text, link) => text.replace(link, 'link'), bare)
  if (spokenDomain.test(rest)) return 'link'
  if (key.test(rest) || blob.test(rest) || code.test(sentence)) return 'leak'
  if (leak.test(folded)) return 'leak'
  if (phone.test(rest) || postal.test(rest)) return 'contact'
  return undefined
}

/** A sentence with its own links and address taken out, so that the numbers in them count for nothing. */
export function withoutLinks(folded: string): string {
  return folded.replaceAll(mail, 'mail').replaceAll(url, 'link').replaceAll(domain, 'link')
}

function linksOf(text: string): string[] {
  const full = text.match(url) ?? []
  const rest = full.reduce((left, link) => left.replace(link, ' '), text)
  const domains = [...rest.matchAll(domain)].map((match) => match[0]).filter((name) => !ownNames.test(name))
  return [...full, ...domains]
}

function isOwn(link: string, siteUrl: URL, paths: ReadonlySet<string> | undefined): boolean {
  const text = link.replace(/[.,;:!?]+$/, '')
  const address = URL.parse(
    /^[a-z][a-z\d+.-]*:\/\//.test(text)
      ? text
      : text.startsWith('//')
        ? `https:${text}`
        : `${siteUrl.protocol}//${text}`,
  )
  if (
    address === null ||
    !/^https?:$/.test(address.protocol) ||
    address.username !== '' ||
    address.host !== siteUrl.host ||
    address.search !== ''
  )
    return false
  return paths === undefined || paths.has(address.pathname)
}

function foldEntities(sentence: string): string {
  return foldText(sentence.replaceAll('\\', ''))
}

/** Whether some words in a row stand in one of the secrets, and nowhere in what everybody may read. */
export function createLeakCheck(secrets: readonly string[], open: readonly string[]): (folded: string) => boolean {
  const known = new Set(open.flatMap((text) => runsOf(foldText(text))))
  const runs = new Set(secrets.flatMap((secret) => runsOf(foldText(secret))).filter((run) => !known.has(run)))
  return (folded) => runs.size > 0 && runsOf(folded).some((run) => runs.has(run))
}

const runLength = 6

function runsOf(folded: string): string[] {
  const words = folded.match(/[a-z\d]+/g) ?? []
  return words.slice(runLength - 1).map((_, i) => words.slice(i, i + runLength).join(' '))
}
