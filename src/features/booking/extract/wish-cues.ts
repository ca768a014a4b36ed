/** Verbs that say what happens to a thing: they belong to the wish. "Build a site" is a wish for "a site". */
export const change = `(?:redesign|re-design|rebuild|re-build|revamp|fix|repair|migrate|improve|update|upgrade|modernise|modernize|replace|rewrite|refactor|optimise|optimize|add|integrate|automate|convert|move|port|speed up|clean up|extend|finish|complete|overhaul|refresh|digitise|digitize|connect|customise|customize|scale|translate|restructure|relaunch|rebrand|debug|audit|turn(?! around)|transform|change|switch|shift|simplify|enhance|maintain|secure|merge|combine|expand|streamline|remake|redo|take over|pick up)`
const changing = `(?:redesigning|rebuilding|revamping|fixing|repairing|migrating|improving|updating|upgrading|modernising|modernizing|replacing|rewriting|refactoring|optimising|optimizing|adding|integrating|automating|converting|moving|porting|speeding up|cleaning up|extending|finishing|completing|overhauling|refreshing|digitising|digitizing|connecting|customising|customizing|scaling|translating|turning|transforming|debugging|simplifying|enhancing|streamlining|redoing)`
const make = `(?:build|create|develop|design|make|turn around|knock out|get|have|launch|set up|setup|start|code|produce|put together|do|implement|deliver|ship|bulid|buid|devlop|develope|devlope|creat)`
const making = `(?:building|creating|developing|designing|making|getting|launching|setting up|starting|coding|implementing)`
const helper = String.raw`(?:someone|somebody|(?:[\p{L}-]+ ){0,4}?(?:developers?|devs?|team|agency|freelancer|studio|partner|co-?founder|cto|person|company|engineer|designer|expert|programmer|coder|vendor|firm|guy)|some help|help|your help|your team|you|u|you guys|assistance|support)`
const wish = `(?:need(?:s|ed|ing)?|want(?:s|ed|ing)?|require[sd]?|looking (?:for|to|into|at)|look for|search|commission|searching for|seeking|(?:would|should) (?:[a-z]+ ){0,2}?like|'d (?:[a-z]+ )?like|would love|'d love|id like|id love|in need of|interested in|enquir(?:e|ing|y) (?:about|for)|inquir(?:e|ing|y) (?:about|for)|thinking (?:of|about)|planning(?= an?\\s)|after|investigating|exploring|considering|evaluating|quiero|queremos|necesito|necesitamos|je veux|je voudrais|nous voulons|ich brauche|ich möchte|wir brauchen|wir suchen|wir möchten|voglio|vorrei|vorremmo|quero|preciso|tryna|trynna|trying for|(?:hoping|hope|trying|planning|plan|going|gonna|wish|aim(?:ing)?|goal is|idea is|plan is|keen|ready|looking|started)(?= to | on | for )|wanna|wants)`

const aWish = new RegExp(wish)
const aChanging = new RegExp(changing)
const aChange = new RegExp(`${change}|my|our`)
const aBuilding = new RegExp(`${make}|${making}`)

const aPrice = /price|pricing|quot|estimate|cost|proposal|offer|rate|charges/
const aSearch = /\b(?:find|hir|get)/
const aTalk = / (?:about|on|regarding|for) an? /

/** What stands before a wish. */
export const wishCues: ReadonlyArray<{
  before: RegExp
  keepsVerb: boolean
  isSure: boolean
  needsProduct?: true
  needsOwn?: true
  needs?: RegExp
}> = [
  {
    needs: aChange,
    before: new RegExp(
      String.raw`(?:\b(?:${wish}|can|could|would|will|help|someone|somebody|who|that|and|please|pls|to|kindly|let's|lets|you|us|me|we|i)\s+(?:(?:also|really|just|basically|maybe|please|now|completely|fully|urgently|first)\s+)?(?:to\s+|with\s+|you to\s+|someone to\s+|somebody to\s+)?|^\s*(?:please\s+|pls\s+|kindly\s+)?)(?=(?:${change}|(?:make|get|have) (?:my|our))\s)`,
      'gu',
    ),
    keepsVerb: true,
    isSure: false,
  },
  {
    needs: aChanging,
    before: new RegExp(
      String.raw`\b(?:with|in|on|help|for|need|want|about|is|it's|includes?|involves?)\s+(?=${changing}\s)`,
      'gu',
    ),
    keepsVerb: true,
    isSure: false,
  },
  {
    needs: aWish,
    before: new RegExp(
      String.raw`\b${wish}\s+(?:${helper}\s+)?(?:who can\s+|that can\s+|who could\s+|which can\s+|who will\s+)?(?:for\s+)?(?:to\s+|with\s+|for\s+)?(?:help\s+(?:me|us|him|her|them)?\s*(?:to\s+|with\s+)?)?(?:(?:also|really|just|maybe|have|get)\s+)?(?:${make}|${making})\s+(?:(?:me|us|him|her|them|for us|for me)\s+)?(?:up\s+)?`,
      'gu',
    ),
    keepsVerb: false,
    isSure: true,
  },
  {
    needs: aBuilding,
    before: new RegExp(
      String.raw`\b(?:can|could|would|will|help|please|pls|able to|possible to|kindly|want you to|need you to)\s+(?:you\s+|u\s+|me\s+|us\s+|guys\s+|please\s+|help\s+|to\s+|me to\s+|us to\s+){0,4}(?:${make}|${making})\s+(?:(?:me|us)\s+)?`,
      'gu',
    ),
    keepsVerb: false,
    isSure: false,
  },
  {
    before: /(?:^|[\s,;(])(?:building|developing|creating|working on|putting together|setting up)\s+(?=an?\s)/g,
    keepsVerb: false,
    isSure: false,
  },
  {
    before:
      /\b(?:i'm|i am|im|we're|we are|are|currently|am|idea (?:is|of)|plan(?:ning)? on)\s+(?:(?:currently|now|also|just)\s+)?(?:building|developing|creating|designing|making)\s+/gu,
    keepsVerb: false,
    isSure: false,
  },
  {
    before:
      /\b(?:idea|vision|plan|concept|brief|spec|project|proposal) (?:for|of|is|is for|about)(?: to (?:build|create|make|develop))?\s+/gu,
    keepsVerb: false,
    isSure: false,
  },
  {
    before:
      /(?:[$₹€£][\d.,]+k?|\dk|usd|inr|lakhs?|eur(?:os?)?|dollars|rupees|pounds|gbp|budget|enough|sufficient|ok|okay|sound|good|fair|work) for (?=(?:an?|the|my|our) )/g,
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },

  {
    before:
      /(?:^|[,;.]\s*|\b(?:please|pls|just|and|so|ok|to|can you|could you)\s+)(?:build|make|create|develop|design|get|do|code)\s+(?:me|us)\s+(?=\S+ )/g,
    keepsVerb: false,
    isSure: true,
  },
  // what would a booking app for my studio cost; can i get a portal for my firm; $500 sound for a page
  {
    before:
      /\b(?:(?:what|how much) (?:would|will|does|do|might|is|for|are)(?: it (?:be|cost|run|take)(?: me| us)?)?|how much|what(?= (?:an?|my|our) )|price (?:for|of)|cost (?:for|of|to (?:build|make|get|create|develop|have))|quote (?:for|on)|(?:can|could|may) (?:i|we) (?:get|have|order)|(?:get|have) (?:you|u) (?:guys )?(?:to )?(?:build|make|do|create)|rates? for)\s+(?:building\s+|making\s+|developing\s+|to (?:build|make|get|create|develop|have|redesign)\s+)?(?=(?:an?|the|my|our)? ?)/g,
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
    needsOwn: true,
  },
  {
    needs: aWish,
    before: new RegExp(String.raw`\b${wish}\s+${helper}\s+for\s+(?=(?:an?|my|our|the)\s)`, 'gu'),
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },
  // give me a price for an inventory tool; want to know cost for matrimony website
  {
    needs: aPrice,
    before:
      /\b(?:(?:give|send|get|quote|share|provide|prepare)\s+(?:me|us)\s+(?:(?:an?|the|your|some)\s+)?(?:rough |approx\w* |ballpark )?(?:price|quote|quotation|estimate|costing|cost|proposal|offer)|(?:know|ask|find out|check|wondering|asking)\s+(?:about\s+)?(?:(?:the|your|an?)\s+)?(?:rough |approx\w* )?(?:price|cost|costs|pricing|quote|rates?|charges|estimate))\s+(?:for|of|on|to (?:build|make|develop|create|get))\s+(?!(?:an?|the|your) \S+[.?!]?$)/g,
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },
  // 1.5 lac for website; 80k inr for ecommerce website
  {
    before:
      /(?:[$₹€£][\d.,]+k?|\dk|usd|inr|lakhs?|lacs?|lac|eur(?:os?)?|dollars|rupees|pounds|gbp) for (?=(?:[\p{L}-]+ ){0,4}(?:websites?|apps?|site|portal|platform|dashboard|crm|erp|marketplace|chatbot|software|store|system|saas)\s*(?:$|[.,!;]))/gu,
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },
  // They ask me to find someone for a milk collection app
  {
    needs: aSearch,
    before: new RegExp(
      String.raw`\b(?:find(?:ing)?|hir(?:e|ing)|get(?:ting)?)\s+(?:me |us |an? )?${helper}\s+(?:for|to (?:build|make|create|develop|do))\s+(?=(?:an?|our|my)\s)`,
      'gu',
    ),
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },
  // a consultation about an online configurator
  {
    needs: aTalk,
    before:
      /\b(?:consultation|call(?:ing)?|talk(?: to)?|appointment|meeting|advice|speak(?: to)?|chat|writing|contacting (?:you|u)|reaching out|enquiring|inquiring|asking|emailing|messaging|interest(?:ed)?) (?:about|on|regarding|for) (?=an? (?!(?:\S+ )?(?:quote|price)))/g,
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },
  // doing my own thing: Batchbook, a bookkeeping tool for food trucks
  {
    before:
      /\b(?:building|launching|starting|creating|making|working on|(?:my|our) (?:own [\p{L}]+|side ?(?:hustle|project)))\b[^.,!?]{1,40},\s+(?=an? )/gu,
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },
  // basically uber for lawn care
  {
    before:
      /(?:^|(?<!like)[\s,;(])(?=(?:an? )?(?!\S+ for (?:\d|(?:a |an |many |several |some )?(?:few )?(?:years?|months?|weeks?|long)))(?:uber|airbnb|tinder|amazon|netflix|spotify|swiggy|zomato|ola|doordash|instacart|etsy|ebay|fiverr|upwork|shopify|linkedin|calendly|duolingo|tripadvisor|yelp|booking\.com|canva|notion)(?:[ -](?:style|like|clone|type))? (?:for|but for|of)\s)/g,
    keepsVerb: false,
    isSure: true,
  },
  {
    before: /\b(?:spend|invest|put)\b[^.,!?]{1,30}\b(?:on|into|towards)\s+(?=(?:an?|our|my)\s)/g,
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },
  {
    before: /\b(?:quotes?|quotations?|estimates?|proposals?|bids?) (?:for|on)\s+(?=(?:an?|our|my) )/g,
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },
  {
    before: /\b(?:regarding|concerning|in regards? to|with regard to|enquiry (?:for|about))\s+/g,
    keepsVerb: false,
    isSure: false,
    needsProduct: true,
  },
  {
    before:
      /(?:^|[\s,;(])(?:project|requirements?|reqs?|scope|need|wanted|required|want|we want|we need|i need|looking for|looking to build|what (?:we|i) (?:need|want)|task|job|work|kaam|zarurat|idea|goal|the following|following)\s*(?::|-(?=\s)|\bis\b|\bare\b)\s*/gu,
    keepsVerb: false,
    isSure: true,
  },
  {
    needs: aWish,
    before: new RegExp(
      String.raw`\b(?<!\bno )${wish}\s+(?:(?:to (?:have|get|order|commission)|you to (?:build|make|create|do)|help with|help on|support with|somebody for|someone for|(?:an? |the )?(?:quote|pricing|price|estimate|proposal|quotation|cost) (?:for|on)|getting|having)\s+)?`,
      'gu',
    ),
    keepsVerb: false,
    isSure: false,
  },
]
