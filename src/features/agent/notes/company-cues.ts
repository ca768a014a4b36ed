const firm = `(?:biz|side ?hustle|compan(?:y|ies)|business|start[- ]?up|firm|agency|venture|brand|shop|store|studio|clinic|restaurant|organi[sz]ation|org|ngo|non-?profit|charity|school|practice|enterprise|consultancy|gym|salon|bakery|cafe|café|hotel|boutique|label|brewery|winery|farm|gallery|academy|foundation|institute|collective|co-?op|bistro|spa|factory|hospital|employer|(?:side ?)?project|co|nursery|rescue|garage|dealership|church|museum|theat(?:re|er)|library|society|trust|association|federation|club|hostel|pharmacy|lab|magazine|publisher|truck|diner|market|dairy|vineyard|florist|workshop|shelter|service|network|platform|app|festival|team|group)`
const role = `(?:(?:co-?)?founder|chief of staff|c[etomfi]o|cpo|md|[as]?vp|head|director|manager|(?:co-?)?owner|partner|president|treasurer|curator|headteacher|pastor|captain|organi[sz]er|lead|principal|chair(?:man|woman|person)?|proprietor|officer|coordinator|assistant|secretary|consultant|engineer|developer|designer|marketer|analyst|accountant|executive|administrator|trustee|intern|pm|editor|teacher|employee)`
const own = `(?:run|runs|running|own|owns|have|manage|managing|operate|founded|co-?founded|started|starting|launched|launching|opened|opening|lead|head|build|building|created)`
const word = String.raw`[\p{L}\d&'-]{1,20}`

/* What stands before a company's name: where anything can follow, where it needs a capital, where also a firm's word. */
const free = [
  // I work at Bluepeak; we're from Bluepeak; we at Bluepeak
  /(?:^\s?|\b(?:i|we|who|me|and)(?:'m| am|'re| are)? (?:(?:currently|now|just|also) )?)(?:works?|working|employed) (?:at|for|@) /g,
  /\b(?:i'm|i am|im|we're|we are) (?:(?:here|writing|calling) )?(?:from|at|with|representing) |\b(?:we|us|here|team|job|guys) at /g,
  // founder of Bluepeak; head of growth at Bluepeak; CTO @Bluepeak
  `\\b${role}\\b(?: of (?:product|engineering|marketing|sales|operations|growth|design|technology|finance))?(?: (?!(?:of|at|for|with|in)\\b)${word}){0,2}(?: (?:of|at|for|with|here at) | ?@ ?)`,
  // company name - Bluepeak; my company is Bluepeak; a startup for scooters, called Zapka
  `\\b(?:${firm}|our)(?:'s)? name(?: is|'s| would be| ?[:=-]) ?(?:now )?`,
  `(?:^|[\\s,;(])${firm} ?(?:[:=]|-(?= )) ?`,
  `\\b(?:my|our|the|of) (?:${word} ){0,2}?${firm}(?:'s| is|(?: is| was)? (?:now )?(?:called|named|renamed(?: to)?|known as|registered as))(?: (?:called|named))? `,
  `\\b${firm}\\b(?: (?!called|named)${word}){0,6},? (?:(?:the|its|and the) )?(?:name is|name's|named|called) `,
  `\\b(?:i|we) (?:\\p{L}{1,15} ){0,2}?(?:${own}|help|volunteer|work)\\b[^.!?,;]{0,60}?\\b(?:called|named) `,
  /\b(?:we're|we are|it's|its|it is) called |\b(?:we|i) call (?:it|ourselves|us) /g,
]
const needed = [
  /\b(?:writing|calling|messaging|here|on behalf|i represent|we represent|representing) (?:(?:from|on behalf of|for|of) )?/g,
  // now doing my own thing: Batchbook; Competitors: Calendly. We: Slotify
  /(?:^\s?|[.;,] ?)(?:we|us) ?: |\b(?:my|our) (?:own (?:thing|venture|project|business|company|shop|label)|side ?(?:hustle|project|gig))(?: called)?(?: ?[:,] ?| )/g,
  `(?<!\\b(?:my|our|your) )\\b${role}\\b(?: (?:of )?(?!(?:of|at|for|with|in|from)\\b)${word}){0,3}(?:,| ?\\|| -|:) `,
  `\\b${firm}(?:'s)? (?:name|(?:ka|ki) naam(?: hai)?) `,
  // our little shop, Bluepeak; brand is Bluepeak; it's a brewery, Low Tide
  `\\b(?:my|our|the|of|this) (?:${word} ){0,2}?${firm}(?: ${firm})?,? `,
  `(?:^|[.,;(] ?|\\b${word} )(?:${firm}(?:'s| is| naam) |company,? )`,
  `\\b(?:it's|its|it is|got|have|we're|i'm|i am|i|for|from|at|of|is) (?:an?|my|our|the|this) (?:${word} ){0,4}?${firm}(?: (?:in|near|from) [\\p{L} ]{2,25})? ?[,(:-] ?`,
  /\b(?:known )?by (?:the )?name(?: of)? |\b(?:trad|operat|sell|regist|work|perform)\w{0,5}(?: \w{1,15}){0,3} (?:under|by|as)(?: the (?:name|brand)(?: of)?)? /g,
  // I run Bluepeak; I run a food truck, Masala Wheels
  `(?<!who )\\b${own} (?:(?:an?|the|my|our) (?:${word} ){0,3}${word}, )?`,
  /\b(?:we're|we are|we go by|now called|renamed to|rebranded (?:to|as)|trading as|doing business as|dba|t\/a) /g,
]
const ofFirm = [
  // proprietor Irfan Traders; NGO, Asha Kiran Foundation; the invoice should go to Penhallow Boatyard
  `\\b${role} `,
  /\b(?:it's|it is|this is|we are|we're|for|from|at|with|of) (?=the )|, |^\s?(?:(?:it's|this is) )?(?:for|from|at|with) /g,
  /\b(?:invoice|bill|contract|quote|it)\b[^.!?]{0,25}\bto |\b(?:my [\p{L}-]{1,20} is|name is|name's) /gu,
  /\b(?:i'm|i am) (?:the|an?) [^.,!?;]{1,40}? (?:at|with|for) /g,
]

const compiled = (all: ReadonlyArray<string | RegExp>) => all.map((pattern) => new RegExp(pattern, 'gu'))
export const companyCues = { free: compiled(free), needed: compiled(needed), ofFirm: compiled(ofFirm) }
