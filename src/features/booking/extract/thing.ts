import { change } from './wish-cues.ts'
import { productWords, toolWords } from './words.ts'

const nothing =
  /^(?:an? |the |some |your |any |more |my |our |few |this |that |all |in |to |for |with |on |about )*(?:\p{L}+[ -]){0,2}(?:developers?|devs?|programmers?|coders?|agency|agencies|freelancers?|team|designers?|engineers?|expert|professional|partner|co-?founder|cto|help|assistance|support|advice|guidance|quotes?|quotation|estimate|proposal|price|prices|pricing|price list|cost|costs|rates?|call|meeting|consultation|chat|talk|info|information|details|answers?|discount|deal|demo|appointment|slot|time|money|job|work|idea|something|someone|somebody|anything|it|this|that|one|more|know|discuss|talk|speak|see|understand|ask|start|begin|hear|learn|check|confirm|book|schedule|connect|get started|hire|be|think|pay|proceed|you|u|references?|opinions?|feedback|thoughts|hand|minute|moment|word|look|portfolio|examples?|invoice|receipt|contract|nda|package|mvp package|mvp|services?|project|reply|response|person|human|options?|questions?|hearing|working together|working with you|work with you|buy|purchase|go|go ahead|move forward|know more|solution|business|company|startup|venture|living|fundrais\w+|funding|investors?|investment|users|customers|growth|clients|share|say|tell)(?:\s+(?:from you|for (?:it|this|that|my project|our project|me|us|my idea|my business)|about|on|with|please|asap|first|today|tomorrow|urgently|soon|the|your|how|if|whether|what|who|to|in|and|here)\b.*)?$/u
/** "a telehealth MVP" says of what; "a quick MVP" doesn't. */
const ofAKind =
  /^(?:an?|the|my|our) (?!first|simple|quick|basic|small|full|working|functional|real|good|great|startup|web|mobile|app|lean|single|proper|solid|new|decent|software|tech|cheap|fast|early|product|whole|complete|72|\d)[\p{L}-]{3,} mvp$/u
const determined =
  /^(?:an?|the|my|our|this|new|some|two|three|one|custom|simple|basic|full|complete|small|another|modern)\b/

export function isThing(value: string, keepsVerb: boolean, isSure: boolean): boolean {
  const words = value.split(/\s+/)
  if (value.length < 3 || value.length > 300 || words.length > 45) return false
  if (nothing.test(value) && !ofAKind.test(value)) return false
  if (
    /^(?:to|know|see|talk|spend|invest|i|we|you|if|how|what|is|are|be|do|at|that|in|from|of|it|on|by|as|so|not|[$₹€£]\S*|because|when|discuss|hire|your|more|\d+k?\b|them|him|her|us|me|each|with|people|customers|users|visitors|patients|parents|guests|everyone|everybody)\b/.test(
      value,
    ) &&
    !keepsVerb
  )
    return false
  if (
    /^(?:the|an?|your)\s+(?:\S+\s+)?(?:thing|stuff|\$|package|plan|tier|startup mvp|scale-ready|enterprise launch|offer|discount|price|quote)(?![a-z])(?! form| page| tool| calculator| system)/.test(
      value,
    )
  )
    return false
  if (isPersonAlone(words) && !keepsVerb) return false
  if (keepsVerb)
    return (
      words.length >= 2 &&
      (hasProduct(value) ||
        /^\S+(?: up)? (?:an?|the|our|my|this|all|new|some|it from|your|in|payments?|from|to|off)\b/.test(value)) &&
      !/^\S+ (?:(?:it|this|that)(?! (?:with|into|to) )|the (?:price|budget|subject|topic|deadline|call|name|email)|my (?:name|email|mind|budget)|a (?:call|question|note)|me|us|you|on|forward|ahead)\b/.test(
        value,
      )
    )
  if (/^this\b/.test(value)) return false
  if (hasProduct(value)) return words.length > 1 || aloneEnough.test(value)
  if (/^(?!an? |the )(?:[\p{L}-]+ ){1,4}online$/u.test(value)) return true
  return isSure ? determined.test(value) || words.length >= 2 : determined.test(value) && words.length >= 2
}

export function hasProduct(value: string): boolean {
  return value.split(/\s+/).some((word) => isProduct(word))
}

function isProduct(word: string): boolean {
  return isIn(productWords, word) || isIn(toolWords, word)
}

export function isIn(list: ReadonlySet<string>, word: string): boolean {
  const plain = word.replace(/[^\p{L}./-]/gu, '').replace(/\.$/, '')
  return list.has(plain) || plain.split(/[/-]/).some((part) => list.has(part))
}

/** "an app developer", "a React Native developer": a person, whatever they build. */
function isPersonAlone(words: readonly string[]): boolean {
  const at = words.findIndex(
    (word, at) =>
      /^(?:developers?|devs?|agency|designers?|freelancers?|engineers?|experts?|team|coders?|programmers?|partner|studio|company|guys?|person)[,.]?$/.test(
        word,
      ) &&
      /^(?:$|to|who|for|that|with|which|in|on|and|or|from|asap|please|pls|as|by|at|of|\()/.test(words[at + 1] ?? ''),
  )
  return at >= 0 && at <= 4 && !words.slice(0, at).some((word) => /^(?:for|with|that|to)$/.test(word))
}

/** "a website" tells little, "a website for my gym" enough. */
export function weightOf(value: string): number {
  return value
    .split(/\s+/)
    .filter(
      (word) =>
        !/^(?:an?|the|my|our|new|some|simple|website|site|app|application|mvp|platform|software|web|mobile|page|it|product)$/i.test(
          word,
        ),
    ).length
}

export const aloneEnough =
  /^(?:websites?|apps?|ecommerce|e-commerce|marketplace|crm|erp|dashboard|portal|chatbot|webapp|saas|website|webshop|blog|platform|lms)$/

/** Whether a segment with no cue before it names a thing by itself. */
export function isBareThing(value: string, words: readonly string[]): boolean {
  if (
    /\b(?:costs?|current|currently|years?|ago|stay|stays|spend|spends|leave|leaves|bounce|bounces|drop|read|cant|can't)\b/.test(
      value,
    )
  )
    return false
  if (
    /^(?:people|customers?|users?|visitors?|clients?|looking|find|finding|searching|seeking|hire|hiring|they|everyone|nobody|somebody|someone)\b/.test(
      value,
    )
  )
    return false
  if (
    /^an? (?:(?:online|web|digital|made-to-order|custom\S*|second-?hand|preorder|print|gift|merch)\b(?:\s\S+)*? shop|shop for \S)/.test(
      value,
    )
  )
    return true
  if (
    /\b(?:i|i'm|im|we|we're|you|your|is|are|was|were|does|did|don't|looks|said|he|she|they|name|company|called|manager|founder|owner|director|engineer|use|uses|using|have|has|had|my name|thanks|offers?|package|works?|working|found|saw)\b/.test(
      value,
    )
  )
    return false
  if (/^booking (?:an?|the|this|it|for|on)\b/.test(value)) return false
  if (/^something (?:like|similar)\b/.test(value) && words.length > 3) return true
  if (!words.some((word) => isIn(productWords, word)) || isPersonAlone(words) || nothing.test(value)) return false
  const first = (words[0] ?? '').toLowerCase()
  if (words.length === 1) return aloneEnough.test(first)
  return (
    !/^(?:what'?s?|how'?s?|why|when|where|which|who|is|are|do|does|did|can|could|will|would|should|any|if|same|other|both|all|not|total|budget|price|pricing|cost|previously|formerly|\d.*|[$₹€£].*|my|our|the|your|their|this|that|from|on|via|in|at|great|nice|good|no|about|and|or|with|by|to)$/.test(
      first,
    ) || new RegExp(`^(?:${change})$`).test(first)
  )
}
