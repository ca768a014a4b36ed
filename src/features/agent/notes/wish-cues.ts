/** Verbs that say what happens to a thing: they belong to the wish. "Build a site" is a wish for "a site". */
const change = `(?:re-?design|re-?build|revamp|fix|repair|migrate|improve|update|upgrade|moderni[sz]e|replace|rewrite|refactor|optimi[sz]e|add|integrate|automate|convert|move|port|speed up|clean up|extend|finish|complete|overhaul|refresh|digiti[sz]e|connect|customi[sz]e|translate|relaunch|debug|turn(?! around)|transform|simplify|enhance|merge|expand|streamline|redo|take over)`
const make = `(?:build|create|develop|design|make|turn around|knock out|get|have|launch|set up|setup|start|code|do|implement|bulid|devlop)`
const making = `(?:building|creating|developing|designing|making|getting|launching|setting up|coding)`
const helper = String.raw`(?:someone|somebody|(?:[\p{L}-]{1,20} ){0,4}?(?:developers?|devs?|team|agency|freelancer|studio|partner|co-?founder|cto|person|company|engineer|designer|expert|programmer|firm)|some help|help|your help|your team|you guys|you|u)`
const wish = `(?:need(?:s|ed|ing)?|want(?:s|ed|ing)?|require[sd]?|look(?:ing)? (?:for|to|into|at)|search(?:ing)?(?: for)?|commission|seeking|(?:would|should) (?:[a-z]{1,12} )?like|'d (?:[a-z]{1,12} )?like|(?:would|'d) love|id (?:like|love)|in need of|interested in|enquir(?:e|ing|y) (?:about|for)|thinking (?:of|about)|planning(?= an?\\s)|after|exploring|considering|quiero|queremos|necesito|necesitamos|je veux|je voudrais|nous voulons|ich brauche|ich möchte|wir brauchen|wir suchen|wir möchten|voglio|vorrei|vorremmo|quero|preciso|tryna|(?:hoping|hope|trying|planning|plan|going|gonna|wish|aim(?:ing)?|idea is|plan is|keen|ready|looking)(?= to | on | for )|wanna)`
const thing = '(?=(?:an?|the|my|our) )'

type Cue = string | RegExp
type CueGroup = { cues: Cue | readonly Cue[]; keepsVerb?: true; isSure?: true; needsProduct?: true; needsOwn?: true }

/** What stands before a wish, most telling first. */
const groups: readonly CueGroup[] = [
  // fix our checkout; can you add payments to my site
  {
    keepsVerb: true,
    cues: `(?:\\b(?:${wish}|can|could|would|will|help|someone|somebody|who|and|please|pls|to|kindly|you|us|me|we|i) (?:(?:also|really|just|maybe|please|completely) )?(?:to |with |you to |someone to )?|^\\s?(?:please |pls |kindly )?)(?=(?:${change}|(?:make|get|have) (?:my|our)) )`,
  },
  {
    isSure: true,
    cues: `\\b${wish} (?:${helper} )?(?:(?:who|that) can )?(?:to |with |for )?(?:help (?:(?:me|us) )?(?:to |with )?)?(?:${make}|${making}) (?:(?:me|us) )?(?:up )?`,
  },
  {
    cues: [
      `\\b(?:can|could|would|will|help|please|pls|able to|possible to|kindly) (?:(?:you|u|me|us|guys|please|help|to) ){0,4}(?:${make}|${making}) (?:(?:me|us) )?`,
      /(?:^|[\s,;(])(?:building|developing|creating|working on|setting up) (?=an? )/g,
      /\b(?:idea|vision|plan|concept|brief|spec|project|proposal) (?:for|of|is|is for|about) /g,
    ],
  },
  {
    cues: /(?:^|[,;.] ?|\b(?:please|pls|just|and|so|to) )(?:build|make|create|develop|design|get|do|code) (?:me|us) /g,
  },
  // what would a booking app for my studio cost; can i get a portal for my firm
  {
    needsProduct: true,
    needsOwn: true,
    cues: /\b(?:(?:what|how much) (?:would|will|does|do|is|for|are)(?: it (?:be|cost|take)(?: me| us)?)?|how much|price (?:for|of)|cost (?:for|of|to (?:build|make|get|create|develop))|(?:can|could|may) (?:i|we) (?:get|have|order)|rates? for) (?:(?:to )?(?:build|make|develop|get|create)(?:ing)? )?/g,
  },
  // find a developer for our shop; know the cost for a tool; 1.5 lac for website; a call about a wiki; a quote for our site
  {
    needsProduct: true,
    cues: [
      `\\b(?:${wish}|find(?:ing)?|hir(?:e|ing)|get(?:ting)?) (?:me |us |an? )?${helper} for ${thing}`,
      /\b(?:(?:give|send|get|quote|share|provide) (?:me|us)|know|ask|find out|check) (?:about )?(?:(?:an?|the|your|some) )?(?:price|quote|quotation|estimate|costs?|pricing|proposal) (?:for|of|on) (?!(?:an?|the|your) \S{1,20}[.?!]?$)/g,
      /(?:[$₹€£][\d.,]{1,9}k?|\d ?k|\d|usd|inr|lakhs?|lacs?|euros?|dollars|rupees|pounds|gbp|budget|enough|ok) for (?:the )?(?!the )/g,
      /\b(?:consultation|call(?:ing)?|talk(?: to)?|appointment|writing) (?:about|on|regarding|for) (?=an? )/g,
      `\\b(?:spend|invest|put)\\b[^.,!?]{1,30}\\b(?:on|into|towards) ${thing}|\\b(?:quotes?|quotations?|estimates?|proposals?|bids?) (?:for|on) ${thing}`,
    ],
  },
  {
    isSure: true,
    cues: /(?:^|[\s,;(])(?:project|requirements?|reqs?|scope|need(?:ed)?|wanted|required|we want|we need|job|work|idea|goal) ?(?::|-(?=\s)|\bis\b|\bare\b) ?/g,
  },
  {
    cues: `\\b(?<!\\bno )${wish} (?:(?:to (?:have|get|order|commission)|help (?:with|on)|(?:an? |the )?(?:quote|price|estimate|proposal) (?:for|on)|getting|having) )?`,
  },
]

const compiled = ({ cues }: CueGroup) => [cues].flat().map((cue) => new RegExp(cue, 'gu'))
export const wishCues = groups.map((group) => ({ ...group, cues: compiled(group) }))
