import type { Capitals } from './read-company.ts'

const firm = `(?:biz|side ?hustle|compan(?:y|ies)|business|start[- ]?up|firm|agency|venture|brand|shop|store|studio|clinic|restaurant|organi[sz]ation|org|ngo|non-?profit|charity|school|practice|enterprise|consultancy|gym|salon|bakery|cafe|café|hotel|boutique|label|brewery|winery|farm|gallery|academy|foundation|institute|collective|co-?op|bistro|spa|factory|hospital|employer|(?:side ?)?project|co|nursery|rescue|garage|dealership|church|museum|theat(?:re|er)|library|society|trust|association|federation|club|hostel|pharmacy|lab|magazine|publisher|truck|diner|market|dairy|vineyard|florist|workshop|shelter|service|network|platform|app|festival|team|group)`
const role = `(?:(?:co-?)?founder|chief of staff|c[etomfi]o|cpo|md|[as]?vp|head|director|manager|(?:co-?)?owner|partner|president|treasurer|curator|headteacher|pastor|captain|organi[sz]er|lead|principal|chair(?:man|woman|person)?|proprietor|officer|coordinator|assistant|secretary|consultant|engineer|developer|designer|marketer|analyst|accountant|executive|administrator|trustee|intern|pm|editor|teacher|employee)`
const own =
  '(?:run|runs|running|own|owns|have|manage|managing|operate|founded|co-?founded|started|starting|launched|launching|opened|opening|lead|head|build|building|created)'

/** `isNow`: true whatever was before; `needsFirm`: one of its words has to be a firm's. */
type Cue = { before: RegExp; capitals: Capitals; after?: RegExp; isNow?: true; needsFirm?: true }

/** What stands before a company's name, in small letters. */
export const companyCues: readonly Cue[] = [
  // I work at Bluepeak; I'm working for Bluepeak; I am with Bluepeak
  {
    before:
      /(?:^\s?|\b(?:i|we|who|me|and|currently|also)(?:'m| am|'re| are)? (?:(?:currently|now|just|also) )?)(?:works?|working|employed) (?:at|for|@) /g,
    capitals: 'free',
  },
  {
    before: /\b(?:i'm|i am|im|we're|we are) (?:(?:here|reaching out|writing|calling) )?(?:from|at|with|representing) /g,
    capitals: 'free',
  },
  {
    before:
      /\b(?:reaching out|writing|calling|messaging|here|on behalf|representing|i represent|we represent) (?:(?:from|on behalf of|for|of) )?/g,
    capitals: 'needed',
  },
  // Competitors: Calendly. We: Slotify
  { before: /(?:^\s?|[.;,] ?)(?:we|us) ?: /g, capitals: 'needed', isNow: true },
  // now doing my own thing: Batchbook
  {
    before:
      /\b(?:my|our) (?:own (?:\p{L}{1,15} )?(?:thing|venture|project|business|startup|company|shop|label|brand)|side ?(?:hustle|project|gig))(?: called)? ?(?:[:,]|- ) ?/gu,
    capitals: 'needed',
    isNow: true,
  },
  // founder of Bluepeak; Head of Growth at Bluepeak; CEO, Bluepeak; CTO @Bluepeak; proprietor Irfan Traders
  {
    before: new RegExp(
      `\\b${role}\\b(?: ?(?:&|and|\\/|-) ?[\\p{L}-]{1,20})?(?: of (?:product|engineering|marketing|sales|operations|growth|design|technology|it|hr|people|finance))?(?: (?!(?:of|at|for|with|in)\\b)[\\p{L}-]{1,20}){0,2}(?: (?:of|at|for|with|here at) | ?@ ?)`,
      'gu',
    ),
    capitals: 'free',
  },
  {
    before: new RegExp(
      `(?<!\\b(?:my|our|your) )\\b${role}\\b(?: (?:of )?(?!(?:of|at|for|with|in|from)\\b)[\\p{L}&]{1,20}){0,3}(?:,| ?\\|| -|:) `,
      'gu',
    ),
    capitals: 'needed',
  },
  { before: new RegExp(`\\b${role} `, 'g'), capitals: 'needed', needsFirm: true },
  // it's the Lindgren Foundation; the invoice should go to Penhallow Boatyard; NGO, Asha Kiran Foundation
  {
    before: /\b(?:it's|it is|this is|we are|we're|for|from|at|with|represent(?:ing)?|of) (?=the )/g,
    capitals: 'needed',
    needsFirm: true,
  },
  { before: /\b(?:invoice|bill|contract|quote|it)\b[^.!?]{0,25}\bto /g, capitals: 'needed', needsFirm: true },
  { before: /\b(?:my [\p{L}-]{1,20} is|name is|name's) /gu, capitals: 'needed', needsFirm: true },
  {
    before: /^\s?(?=the )/g,
    capitals: 'needed',
    needsFirm: true,
    after: /^ (?:would|is|are|needs?|wants?|has|have)\b/,
  },
  { before: /\b(?:i'm|i am) (?:the|an?) [^.,!?;]{1,40}? (?:at|with|for) /g, capitals: 'needed', needsFirm: true },
  {
    before: /^\s?(?:(?:it's|this is|its) )?(?:for|from|at|with) |, /g,
    capitals: 'needed',
    needsFirm: true,
    after: /^[.!]?\s?$/,
  },
  { before: /^\s?(?:from|at|with) /g, capitals: 'needed', after: /^[.!]?\s?$/ },
  // company name - Bluepeak; company: Bluepeak; our name: Bluepeak
  {
    before:
      /\b(?:company|business|firm|startup|brand|organi[sz]ation|agency|shop|studio|store|our)(?:'s)? name(?: is|'s| would be| will be| ?[:=-]) ?(?:(?:actually|now) )?/g,
    capitals: 'free',
  },
  { before: new RegExp(`\\b${firm}(?:'s)? (?:name|(?:ka|ki) naam(?: hai)?) `, 'g'), capitals: 'needed' },
  {
    before:
      /(?:^|[\s,;(])(?:biz|company|business|firm|startup|brand|organi[sz]ation|org|agency|employer|practice|clinic|shop|store|studio|school|restaurant) ?(?:[:=]|-(?= )) ?/g,
    capitals: 'free',
  },
  // my company is Bluepeak; our startup's called Bluepeak; our little shop, Bluepeak
  {
    before: new RegExp(
      `\\b(?:my|our|the|name of (?:my|our|the)|of) (?:[\\p{L}-]{1,20} ){0,2}?${firm}(?:'s)?(?: name)?(?:(?: is|'s)(?: (?:now|just|actually))?|(?: (?:is|was|will be|has been|to be|gets))?(?: now)?(?: (?:called|named|renamed(?: to)?|rebranded(?: to)?|known as|registered as|operating as)))(?: (?:called|named))? `,
      'gu',
    ),
    capitals: 'free',
  },
  {
    before: new RegExp(`\\b(?:my|our|the|of|this) (?:[\\p{L}'-]{1,20} ){0,2}?${firm}(?: ${firm})?,? `, 'gu'),
    capitals: 'needed',
  },
  {
    before: new RegExp(
      `(?:^|[.,;(] ?|\\b(?:and|company) |\\b[\\p{L}-]{1,20} )(?:${firm}(?:'s| is| naam) |company,? )`,
      'gu',
    ),
    capitals: 'needed',
    after: /^[.!]?\s?(?:$|[,.;()\n\uFFFC]|(?:and|in|based|we|hai|from|need)\b)/,
  },
  {
    before:
      /\b(?:(?:goes |go |known )?by (?:the )?name(?: of)?|(?:trad|operat|sell|regist|mak|work|perform|creat|bak|design)\w{0,5}(?: \w{1,15}){0,3} (?:under|by|as)(?: the (?:name|brand)(?: of)?)?) /g,
    capitals: 'needed',
  },
  // it's a brewery, Low Tide; got a roofing firm, Peak & Sons; a startup for scooters, called Zapka
  {
    before: new RegExp(
      `\\b(?:it's|its|it is|got|have|we're|we are|i'm|i am|i|for|from|at|of|is) (?:an?|my|our|the|this) (?:[\\p{L}\\d&'-]{1,20} ){0,4}?${firm}(?: (?:in|near|from|based in) [\\p{L} ]{2,25})? ?(?:,|\\(|-|:) ?`,
      'gu',
    ),
    capitals: 'needed',
    after: /^[.!]?\s?(?:$|[,.;()\n\uFFFC-]|(?:and|in|based|we)\b)/,
  },
  {
    before: new RegExp(
      `\\b${firm}\\b(?: (?!called|named)[\\p{L}-]{1,20}){0,6},? (?:(?:the|its|it's|and the|and its) )?(?:name is|name's|named|called) `,
      'gu',
    ),
    capitals: 'free',
  },
  {
    before: new RegExp(
      `\\b(?:i|we) (?:\\p{L}{1,15} ){0,2}?(?:${own}|help|volunteer|work)\\b[^.!?,;]{0,60}?\\b(?:called|named) `,
      'gu',
    ),
    capitals: 'free',
  },
  { before: /\b(?:we're|we are|it's|its|it is) called |\b(?:we|i) call (?:it|ourselves|us) /g, capitals: 'free' },
  // I run Bluepeak; I run a food truck, Masala Wheels; running homestay Backwater Bliss
  {
    before: new RegExp(
      `\\b(?:i|we)(?:'m| am|'re| are|'ve| have)? (?:(?:currently|now|just|recently|also) )?${own} `,
      'g',
    ),
    capitals: 'needed',
    after: /^(?! (?:\p{L}{1,20} )?(?:apps?|websites?|pages?|store|api|project|developers?|ads|plugin|theme))/u,
  },
  {
    before: new RegExp(`(?<!who )\\b${own} (?:(?:an?|the|my|our) (?:[\\p{L}-]{1,20} ){0,3}[\\p{L}-]{1,20}, )?`, 'gu'),
    capitals: 'needed',
    after: /^\s?(?:$|[,.;!(]|(?:in|and|which)\b)/,
  },
  { before: /\b(?:i|we) (?:run|own|founded|started) (?=\S{2,20}, (?:an?|the|our|which) )/g, capitals: 'free' },
  {
    before:
      /\b(?:now|currently) (?:starting|running|building|launching|growing|at|with|leading) |\bto (?:start|launch|found) /g,
    capitals: 'needed',
    isNow: true,
  },
  { before: /\b(?:working (?:title|name)|code ?name)(?: is|:)? /g, capitals: 'needed', isNow: true },
  // I do marketing for Bluepeak; a member of Bluepeak
  {
    before:
      /\b(?:i|we) (?:manage|handle|do|lead|head|oversee|look after|take care of) (?:[\p{L}&]{1,20} ){1,4}?(?:for|at) /gu,
    capitals: 'needed',
  },
  {
    before:
      /\b(?:team of \S{1,5}|part of the (?:\p{L}{1,15} )?team|member|volunteer|one of the (?:founders|owners)) (?:at|of|for) /gu,
    capitals: 'needed',
  },
  // we are Bluepeak; we at Bluepeak; the team at Bluepeak
  {
    before:
      /\b(?:we're|we are|we go by|now called|renamed to|rebranded (?:to|as)|now it's|trading as|doing business as|dba|t\/a) /g,
    capitals: 'needed',
    after: /^(?! (?:users?|customers?|speakers?|based|developers?|agency))/,
  },
  { before: /\b(?:we|us|here|team|folks|over|job|guys) at /g, capitals: 'free' },
]
