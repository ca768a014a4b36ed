import type { Capitals } from './read-company.ts'

const firm = `(?:biz|side ?hustle|company|companies|business|startup|start-up|start up|firm|agency|venture|brand|shop|store|studio|clinic|restaurant|organi[sz]ation|org|ngo|non-?profit|charity|outfit|school|practice|enterprise|consultancy|gym|salon|bakery|cafe|café|hotel|boutique|label|brewery|winery|farm|gallery|academy|foundation|institute|collective|co-?op|bistro|spa|factory|hospital|employer|side ?project|project|co|ranch|nursery|rescue|garage|dealership|church|museum|theatre|theater|library|society|trust|association|federation|club|hostel|lodge|resort|pharmacy|lab|magazine|publisher|distillery|roastery|truck|diner|pizzeria|deli|market|dairy|orchard|vineyard|florist|atelier|workshop|kennel|daycare|nonprofit|shelter|store|dojo|barbershop|barber shop|catering|service|house|office|network|chain|platform|app|festival|conference|band|choir|orchestra|team|campaign|initiative|movement|alliance|press|publishing house|union|group|troupe|crew|guild|league)`
const venture = `(?:${firm}|app|platform|product|marketplace|saas|tool|service|newsletter|podcast)`
const role = `(?:founder|co-?founder|chief of staff|ceo|cto|coo|cmo|cfo|cio|cpo|md|vp|avp|svp|head|director|manager|owner|co-?owner|partner|president|treasurer|curator|headteacher|pastor|captain|organi[sz]er|lead|principal|chair(?:man|woman|person)?|proprietor|officer|coordinator|assistant|secretary|consultant|engineer|developer|designer|marketer|analyst|accountant|executive|administrator|trustee|intern|pm|editor|teacher|employee)`

/** `isCased`: read in the visitor's own capitals, the others in small letters; `isNow`: true whatever was before. */
type Cue = {
  before: RegExp
  capitals: Capitals
  after?: RegExp
  isCased?: true
  isNow?: true
  needsFirm?: true
  needs?: RegExp
}

const aFirm = new RegExp(String.raw`\b${firm}`)
const aRole = new RegExp(String.raw`\b${role}\b`)
const aName = /\bname|naam/
const called = /called|named|known|registered|goes by|operating as/

/** What stands before a company's name. */
export const companyCues: readonly Cue[] = [
  // I work at Bluepeak; I'm working for Bluepeak; I am with Bluepeak
  {
    before:
      /\b(?:i|we|who|me|and|currently|also)(?:'m|\s+am|'re|\s+are)?\s+(?:currently\s+|now\s+|just\s+|also\s+)?(?:works?|working|employed|wrk)\s+(?:at|for|@)\s+/g,
    capitals: 'free',
  },
  { before: /^\s*work(?:ing)?\s+(?:at|for|@)\s+/g, capitals: 'free' },
  // Competitors: Calendly. We: Slotify
  { before: /(?:^\s*|[.;,]\s*)(?:we|us)\s*:\s+/g, capitals: 'needed', isNow: true },
  // now doing my own thing: Batchbook
  {
    before:
      /\b(?:my|our) (?:own (?:\p{L}+ )?(?:thing|venture|project|business|startup|company|gig|shop|label|brand)|side ?(?:hustle|project|gig))(?: called)?\s*(?:[:,]|-\s)\s*/gu,
    capitals: 'needed',
    isNow: true,
  },
  // Me and my wife Claire run Harbor Lane Inn
  {
    before:
      /\b(?:[Mm]e and m|[Mm])y (?:wife|husband|partner|brother|sister|mother|father|mom|mum|dad|son|daughter|family|parents|cousin|uncle|aunt|friend|cofounder|co-founder)s?(?: \p{Lu}\p{Ll}+)?(?: and (?:I|me))? (?:run|own|have|started|founded|opened)s? (?=\p{Lu})/gu,
    capitals: 'needed',
    isCased: true,
    isNow: true,
  },
  {
    before: /\b(?:i|we|who)(?:'m|\s+am|'re|\s+are)?\s+(?:currently\s+|now\s+)?(?:work|working)\s+with\s+/g,
    capitals: 'needed',
  },
  {
    before:
      /\b(?:i'm|i am|im|we're|we are)\s+(?:here\s+|reaching out\s+|writing\s+|calling\s+|messaging\s+)?(?:from|at|with|representing)\s+/g,
    capitals: 'free',
  },
  {
    before: /\b(?:reaching out|writing|calling|messaging|enquiring|here)\s+(?:from|on behalf of|for)\s+/g,
    capitals: 'needed',
  },
  { before: /\b(?:on behalf of|representing|i represent|we represent)\s+/g, capitals: 'needed' },
  // founder of Bluepeak; Head of Growth at Bluepeak; CEO, Bluepeak; CTO @Bluepeak
  {
    needs: aRole,
    before: new RegExp(
      String.raw`\b${role}\b(?:\s*(?:&|and|\/|-)\s*[\p{L}-]+)?(?:\s+of\s+(?:product|engineering|marketing|sales|operations|ops|growth|design|technology|it|hr|people|data|digital|finance|innovation|strategy|[\p{L}]+ing))?(?:\s+(?!of|at|for|with|in)[\p{L}-]+){0,2}\s*(?:\s(?:of|at|for|with|here at)\s+|\s*@\s*)`,
      'gu',
    ),
    capitals: 'free',
  },
  {
    needs: aRole,
    before: new RegExp(
      String.raw`(?<!\b(?:my|our|your) )\b${role}\b(?:\s+(?:of\s+)?(?!(?:of|at|for|with|in|from)\b)[\p{L}&]+){0,3}(?:,|\s*\||\s+-|:)\s+`,
      'gu',
    ),
    capitals: 'needed',
  },
  // it's the Lindgren Foundation; the invoice should go to Penhallow Boatyard
  {
    before:
      /\b(?:[Ii]t's|[Ii]t is|[Tt]his is|[Ww]e are|[Ww]e're|for|from|at|with|represent(?:ing)?|of)\s+(?=the\s+\p{Lu}\S*\s)/gu,
    capitals: 'needed',
    isCased: true,
    needsFirm: true,
  },
  { before: /\b(?:invoice|bill|contract|quote|it)\b[^.!?]{0,25}\bto\s+/g, capitals: 'needed', needsFirm: true },
  {
    needs: called,
    before: /\b(?:we're|we are|i'm|i am|it's|it is)\b(?:[^.!?;]|\.\d){0,60}?\b(?:called|named)\s+/g,
    capitals: 'needed',
  },
  // a startup for scooters, name Zapka
  { needs: aFirm, before: new RegExp(String.raw`\b${firm}\b[^.!?]{0,40},?\s+name\s+`, 'gu'), capitals: 'needed' },
  { before: /\b(?:we're|we are|it's|its|it is) called\s+/g, capitals: 'free' },
  {
    before:
      /(?:^|[,.;]\s*|\b(?:of|from|for|at)\s+(?:the\s+|la\s+)?)(?:công ty|cty|empresa|azienda|ditta|firma|société|entreprise|bedrijf|företaget|agencia|agence|agenzia|associazione|asociación|verein|association)\s+/g,
    capitals: 'needed',
  },
  { before: /\b(?:firm|company|business|shop) calls(?: itself)?\s+/g, capitals: 'needed' },
  { before: /\b(?:agency|studio|shop|company|business) here\s*[-,:]\s*/g, capitals: 'needed' },
  { before: /\b(?:we|i) call (?:it|ourselves|us)\s+/g, capitals: 'needed' },
  { before: /\b(?:my [\p{L}-]+ is|name is|name's)\s+/gu, capitals: 'needed', needsFirm: true },
  {
    before: /^\s*(?=the\s)/g,
    capitals: 'needed',
    needsFirm: true,
    after: /^\s+(?:would|is|are|needs?|wants?|has|have)\b/,
  },
  { before: /\b(?:i'm|i am) (?:the|an?) [^.,!?;]{1,40}? at\s+/g, capitals: 'needed' },
  { before: /\b(?:i'm|i am) (?:the|an?) [^.,!?;]{1,40}? (?:with|for)\s+/g, capitals: 'needed', needsFirm: true },
  { before: /^\s*(?:it's |this is |its )?for\s+/g, capitals: 'needed', needsFirm: true, after: /^[.!]?\s*$/ },
  { before: /\bfrom (?:the )?[a-z]+(?: team| department)? at\s+/g, capitals: 'needed', isCased: true },
  { before: /\bworking on\s+(?=\p{Lu})/gu, capitals: 'needed', isCased: true, after: /^[.!]?\s*(?:$|[,;(])/ },
  { before: /\b(?:my|our) (?:boss|manager|supervisor|team|director) at\s+/g, capitals: 'needed' },
  // proprietor Irfan Traders
  { needs: aRole, before: new RegExp(String.raw`\b${role}\s+`, 'gu'), capitals: 'needed', needsFirm: true },
  // NGO, Asha Kiran Foundation
  { before: /,\s+(?=\p{Lu}\S*\s)/gu, capitals: 'needed', isCased: true, needsFirm: true, after: /^[.!]?\s*$/ },
  // running homestay Backwater Bliss
  {
    before:
      /\b(?:runs?|running|owns?|owning|managing|opened|opening|started)\s+(?:(?:an?|the|my|our)\s+)?(?:(?!(?:on|in|for|with|at|to|from|by|of|and|about|like|using)\b)\p{Ll}[\p{Ll}-]*\s+){1,3}(?=\p{Lu}\p{Ll})/gu,
    capitals: 'needed',
    isCased: true,
  },
  { needs: aFirm, before: new RegExp(String.raw`\b${firm} (?:ka|ki) naam (?:hai )?`, 'gu'), capitals: 'free' },
  {
    needs: aFirm,
    before: new RegExp(String.raw`(?:^|[.,;]\s*|\b(?:my|our|the) )${firm} name(?:\s+is|\s*[:-])?\s+`, 'gu'),
    capitals: 'needed',
  },
  // my company is Bluepeak; our startup's called Bluepeak; company name - Bluepeak
  {
    needs: called,
    before: new RegExp(
      String.raw`\b(?:my|our|the|name of (?:my|our|the))\s+(?:[\p{L}-]+\s+){0,2}?${venture}(?:'s)?(?:\s+name)?(?:\s+(?:is|was|will be|would be|should be|gets|got|has been|have been|to be))?(?:\s+(?:now|just|actually))?\s+(?:called|named|renamed(?: to| as)?|rebranded(?: to| as)?|known as|registered as|goes by|operating as)\s+`,
      'gu',
    ),
    capitals: 'free',
  },
  {
    needs: aFirm,
    before: new RegExp(
      String.raw`\b(?:my|our|the|name of (?:my|our|the)|of)\s+(?:[\p{L}-]+\s+){0,2}?${firm}(?:'s)?(?:\s+name)?(?:\s+is|'s)\s+`,
      'gu',
    ),
    capitals: 'free',
  },
  {
    needs: aName,
    before:
      /\b(?:company|business|firm|startup|brand|organi[sz]ation|agency|shop|studio|store)(?:'s)?\s+name(?:\s+is|'s|\s+would be|\s+will be|\s*[:=-])\s*(?:actually|now)?\s*/gu,
    capitals: 'free',
  },
  {
    needs: aName,
    before: /\b(?:company|business|firm|startup|brand|organi[sz]ation|agency)(?:'s)?\s+name\s+/gu,
    capitals: 'needed',
  },
  {
    before:
      /(?:^|[\s,;(])(?:biz|company|business|firm|startup|brand|organi[sz]ation|org|agency|employer|practice|clinic|shop|store|studio|school|restaurant)\s*(?:[:=]|-(?=\s))\s*/gu,
    capitals: 'free',
  },
  {
    needs: aFirm,
    before: new RegExp(String.raw`\b(?:my|our|the|of|this)\s+(?:[\p{L}'-]+\s+){0,2}?${firm}(?:\s+${firm})?,?\s+`, 'gu'),
    capitals: 'needed',
  },
  { before: /\bcompany,?\s+/g, capitals: 'needed' },
  // company's Bluepeak; brand is Bluepeak; our name: Bluepeak; by name of Bluepeak
  {
    needs: aFirm,
    before: new RegExp(String.raw`(?:^|[,.;(]\s*|\band\s+|\b[\p{L}-]+\s+)${firm}(?:'s|\s+is|\s+naam)\s+`, 'gu'),
    capitals: 'needed',
    after: /^[.!]?\s*(?:$|[,.;()\n\uFFFC]|and\b|in\b|based\b|we\b|hai\b|from\b|need\b)/,
  },
  {
    before: /\b(?:our|the (?:company|business|brand|trading|shop|firm)(?:'s)?) name(?:'s|\s+is|\s*[:=-])\s*/g,
    capitals: 'free',
  },
  {
    before:
      /\b(?:(?:goes |go |known )?by (?:the )?name(?: of)?|(?:trad|operat|sell|regist|mak|work|perform|creat|bak|design)\w*(?: \w+){0,3} (?:under|by|with|as)(?: the (?:name|brand)(?: of)?)?)\s+/g,
    capitals: 'needed',
  },
  // it's a brewery, Low Tide; got a roofing firm, Peak & Sons
  {
    needs: aFirm,
    before: new RegExp(
      String.raw`\b(?:it's|its|it is|got|have|we're|we are|i'm|i am|i|for|from|at|of|is)\s+(?:an?|my|our|the|this)\s+(?:[\p{L}\d&'-]+\s+){0,4}?${firm}(?:\s+(?:in|near|from|based in|out of)\s+[\p{L} ]{2,25})?\s*(?:,|\(|-|:)\s*`,
      'gu',
    ),
    capitals: 'needed',
    after: /^[.!]?\s*(?:$|[,.;()\n\uFFFC-]|and\b|in\b|based\b|we\b)/,
  },
  {
    before: /\b(?:now|currently)\s+(?:starting|running|building|launching|growing|at|with|leading|heading)\s+/g,
    capitals: 'needed',
    isNow: true,
  },
  {
    needs: aFirm,
    before: new RegExp(
      String.raw`\b${firm}\b(?:\s+[\p{L}-]+){0,6},?\s+(?:(?:the|its|it's|and the|and its)\s+)?(?:name is|name's|named|called)\s+`,
      'gu',
    ),
    capitals: 'free',
  },
  // I run a bakery called Sweet Crumb
  {
    needs: called,
    before: new RegExp(
      String.raw`\b(?:run|runs|running|own|have|manage|operate|founded|co-?founded|started|launched|launching|starting|building|built|created|opened|opening|lead|head|at|from|for|of|with|in|own)\s+(?:an?|my|our|the|this)\s+(?:[\p{L}-]+\s+){0,4}?${venture}(?:\s+(?!called|named)[\p{L}-]+){0,4}?,?\s+(?:called|named)\s+`,
      'gu',
    ),
    capitals: 'free',
  },
  {
    needs: aFirm,
    before: new RegExp(
      String.raw`\b(?:i'm|i am|we're|we are|it's|it is)\s+(?:an?|the)\s+(?:[\p{L}-]+\s+){0,4}?${firm}(?:\s+(?!called|named)[\p{L}-]+){0,4}?,?\s+(?:called|named)\s+`,
      'gu',
    ),
    capitals: 'free',
  },
  {
    before:
      /\b(?:i|we)(?:'m|\s+am|'re|\s+are|'ve|\s+have)?\s+(?:currently\s+|now\s+|just\s+|recently\s+|also\s+|have\s+)?(?:run|own|founded|cofounded|co-founded|building|launching|starting|running|started|launched|operate|manage|lead|head)\s+/g,
    capitals: 'needed',
    after:
      /^(?!\s+(?:\p{L}+\s+)?(?:app|apps|website|websites|page|pages|store|api|project|developers?|ads|plugin|theme))/u,
  },
  {
    before: /\bto (?:start|launch|found|build|create|run)\s+/g,
    capitals: 'needed',
    isNow: true,
    after:
      /^(?!\s+(?:\p{L}+\s+)?(?:app|apps|website|websites|page|pages|store|api|project|developers?|ads|plugin|theme|integration|dashboard))\s*(?:$|[,.;!(\n]|and\b|which\b)/u,
  },
  {
    before: /\b(?:working (?:title|name)|code ?name|tentatively called|tentative name|provisional name)(?: is|:)?\s+/g,
    capitals: 'needed',
    isNow: true,
  },
  { before: /(?<!\b[Ww]ho )\b(?:run|own|founded|co-?founded)\s+(?=\p{Lu})/gu, capitals: 'needed', isCased: true },
  { before: /^\s*at\s+/g, capitals: 'needed', after: /^[.!]?\s*$/ },
  {
    needs: called,
    before:
      /\b(?:i|we) (?:\p{L}+ ){0,2}?(?:run|own|have|manage|operate|founded|started|opened|launched|help|volunteer|work|teach|cook|coach|intern)\b[^.!?,;]{0,60}?\b(?:called|named)\s+/gu,
    capitals: 'free',
  },
  { before: /(?:^|[.,;])\s*(?:company|co|firm|startup)(?: name)? is\s+/g, capitals: 'free' },
  // I run a food truck, Masala Wheels; i run foodgram, a recipe app
  {
    before: /\b(?:run|own|manage|founded|started|opened) (?:an?|the|my|our)\s+(?:[\p{L}-]+\s+){0,3}[\p{L}-]+,\s+/gu,
    capitals: 'needed',
    after: /^\s*(?:$|[,.;!(])/,
  },
  { before: /\b(?:i|we) (?:run|own|founded|started) (?=\S+, (?:an?|the|our|which) )/g, capitals: 'free' },
  { before: /^\s*(?:from|at|with)\s+/g, capitals: 'needed', after: /^[.!]?\s*$/ },
  {
    before:
      /\b(?:team of \S+|part of the (?:\p{L}+ )?team|member|volunteer|one of the (?:founders|owners|partners)) (?:at|of|for)\s+/gu,
    capitals: 'needed',
  },
  {
    before: /\b(?:[Ii]|[Ww]e) (?:run|own|founded|co-?founded)\s+(?=\p{Lu})/gu,
    capitals: 'needed',
    isCased: true,
    isNow: true,
  },
  // I do marketing for Bluepeak
  {
    before:
      /\b(?:i|we) (?:manage|handle|do|lead|head|run|oversee|look after|take care of)\s+(?:[\p{L}&]+\s+){1,4}?(?:for|at)\s+/gu,
    capitals: 'needed',
  },
  // we are Bluepeak; we at Bluepeak; the team at Bluepeak
  {
    before:
      /\b(?:we're called|we are called|we're|we are|we go by|we call ourselves|it's called|it is called|its called|now called|renamed to|rebranded to|rebranded as|now it's|trading as|doing business as|dba|t\/a)\s+/g,
    capitals: 'needed',
    after: /^(?!\s+(?:users?|customers?|speakers?|based|developers?|agency|and \p{L}+[.!]?\s*$))/u,
  },
  { before: /\b(?:we at|us at|here at|team at|folks at|over at|job at|guys at|day job at)\s+/g, capitals: 'free' },
]
