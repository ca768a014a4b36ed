/* What stands beside a sum in small letters and tells whose it is, and whether it is to be paid at all. */

export const rateAfter =
  /^\s*(?:usd|inr|eur|gbp|dollars?)?\s*(?:\/(?!-)\s*\p{L}|per\b(?! (?:project|app|site|website)\b)|down\b(?! to)|an?\s+(?:hour|month|day|week|year|mo|user|seat|piece|night|person|pop|head|click|lead|sq)|p\.?\s?m\b\.?|p\.?\s?a\b\.?|p\.?h\b|monthly|hourly|weekly|yearly|annually|annual|every\s+(?:month|week|year|day)|each\b|mrr|arr|lpa|ctc|salary|in (?:revenue|sales|funding|mrr|arr|turnover)|revenue|turnover|(?:seed|pre-?seed|angel|series)\b|(?:of |worth of )?(?:funding|investment round|valuation)|ticket)/u
export const otherMoney =
  /\b(?:rais(?:ed|ing)|revenue|mrr|arr|gmv|turnover|turn over|funding|fundraise|funded|valuation|valued|sales|profit|profits|grossing|earn(?:s|ed|ing)?|(?:we|i|it|they|company|business) makes?|(?:customers?|users?|clients?|people|members?|students?|guests?) (?:[a-z]+ ){0,2}(?:spend|pay|buy)|salary|hourly|per hour|monthly|retainer|subscriptions?|hosting|server costs?|aws|running costs?|rent|running cost|maintenance|seed round|series a|grant(?:ed)?|won|prize|debt|loan|burn|bank(?:ed)? |gross|charge|charges|charged|charging|(?:sell|sells|selling|sold)\b.{0,30}\b(?:for|at)|priced|ticket|fee of|invoice[sd]?|worth|market size|users? pay|customers? pay|clients? pay|per (?:user|seat|month|year|transaction)|commission|cac|ltv|aov|order value|average order|loses?|losing|saves?|saving|(?<!(?:could|can|would|to|will|'d|'ll|might|may) )pa(?:y|ys|ying) (?:currently|now|about|around|\D{0,6}(?:a|per) month))\b/
export const otherPeople =
  /\b(?:quoted?|quotes|quoting|quotation|competitors?|another|other (?:agency|studio|dev|developer|company|guys?|quote|agencies|people|team)|agency|freelancer|someone|somebody|friend|cousin|brother|neighbou?r|fiverr|upwork|they|he|she|last (?:dev|agency|developer|site|website|project)|previous(?:ly)?|old (?:site|agency|dev)|already|spent|spend last|paid|asked|wanted|demanded|cost us|costed|wasted|burned|lost|we pay|i pay|currently pay|paying|used to|guy|people)\b/
export const ownMoney =
  /\b(?:gave (?:me|us)|gives (?:me|us)|okayed|ok'd|okay'd|signed off on|(?:was|were|been|am|are) given|allot(?:ted)?|budget(?:s|ed)?|bugdet|buget|budgt|bajet|spend|spare|invest|afford|allocated?|allocation|set aside|put aside|earmarked|approved|limit|ceiling|cap(?:ped)?|my price|our price|price range|target price|(?:can|could) (?:now |only |probably |maybe |also |definitely |easily |just )?(?:do|pay|go|put|stretch|spend|offer|manage)|ho jayega|hoga|chalega|willing to|ready to (?:pay|spend|invest)|able to (?:pay|spend)|happy to pay|would pay|(?:we|i)(?:'ve|'d (?:put|pay|spend|go|say|do)| would (?:put|pay|spend)| only have| just have| have| do have| don't have more than)|got|max(?:imum)?|up ?to|upto|at most|no more than|not more than|under|below|less than|within|around|about|approx(?:imately)?|roughly|somewhere|between|at least|minimum|min|do it for|for under|work with|thinking|looking at|total|in total|all in|all-in|make it|comfortable|put in|put into|kitty|ballpark|region of|range|bracket|maybe|perhaps|probably|closer to|nearer|left|remaining|remains|more like)\b|(?:^|,)\s*(?:like|say)\s*$/
export const budgetWord =
  /\b(?:budget(?:s|ed)?|bugdet|buget|budgt|spend|set aside|invest|allocated|in total|total|all in|all-in|limit|ceiling|max(?:imum)?)\b/
export const studioPrice =
  /\b(?:packages?|plans?|tiers?|starts? (?:at|from)|starting (?:at|from|price)|your (?:\p{L}+ )?(?:price|rate|fee|quote|offer|site|website|mvp|package)|you (?:charge|say|quote|ask|want|said|mention(?:ed)?|list|told|offer)|negotiable|on (?:your|the|ur) (?:\p{L}+ )?(?:site|website|page)|does (?:it|that|the|an?|this|your)|is (?:it|that|this|the)|(?:(?<!or )so|then|it's|its|that's|it is|that is)\s*$|final|includ(?:ed?|es|ing)|advertised|listed|why|mvp|price of|(?:the|your) (?:price|cost|fee|quote) (?:is|was|will be|of)|confirm|(?:what|which) does|what do i get|what's in|what is in|difference between|shown|site says|page says|website says|really|how come)\b/u
export const takenUp =
  /\b(?:i'?ll (?:take|go|have|get|book|buy|do)|we'?ll (?:take|go|have|get|book|buy|do)|i will take|we will take|take the|go (?:with|for|ahead)|going (?:with|for|ahead)|want the|want your|want to (?:book|buy|take|go)|like the|like to (?:book|buy|take|go|get|order)|choos(?:e|ing)|pick|opt(?:ing)?|sign (?:me|us) up|book the|book your|buy|purchase|get the|let'?s (?:do|go|take|start)|lets (?:do|go|take|start)|we'?d take|i'?d take|i'?d go|we'?d go|i'?d like|we'?d like|prefer|works for (?:me|us)|is fine|is ok(?:ay)?|sounds (?:good|fine|right)|deal|order|suits|fits|decided|settled|count me in|it is\b|(?:i'?m|we'?re) in\b|interested in|need the)\b/
export const offer =
  /\b(?:(?:can|could|may) (?:i|we)\b.*\b(?:get|have|do|buy|order)|how(?:'s|s| does| is)\b.*\bsound|(?:can|could|would|will) (?:you|u|it be done|it be|this be done|we)\b.*\b(?:do|build|make|deliver|start|work|manage|accept|take|match|for|within|under|get)|is (?:it )?(?:possible|doable|feasible|realistic|enough|ok)|enough|doable|possible|feasible|realistic|sufficient|what (?:can|could|would) (?:i|we|you)\b.*\b(?:get|do|build|buy)|what (?:do|does|would) (?:i|we|one) (?:usually )?get for (?!the\b|your\b|[$]?[\d,]*[79]\b)|how about|what about|how far|would .{0,20}(?:be enough|work|do it)|(?:does|will|would) .{0,20}\b(?:suffice|cover))\b/
export const othersSpend =
  /\b(?:customers?|users?|members?|students?|guests?|people)\b[^.!?;]{0,20}\b(?:spend|pay|buy|order)\b[^.!?;]{0,15}$/
export const othersSum =
  /\b(?:it|this|that|which) cost\b[^.!?;]{0,30}$|\b(?:agency|dev|developer|freelancer|guys?|firm|they|he|she|vendor|studio|someone|team)\b[^.!?;]{0,20}\b(?:burned|burnt|charged|quoted|asked|wanted|took|cost|billed|spent|offered)\b[^.!?;]{0,20}$/
export const refusedBefore =
  /(?:\bnot|\bisn't|\bwasn't|\baren't|\bno longer|\binstead of|\brather than|\bdon't have|\bdo not have|\bdont have|\bnever|\bain't|\bforget)\s+(?:the\s+|a\s+)?(?:full\s+|whole\s+)?$/
export const cannot =
  /\b(?:can't|cannot|cant|can not|couldn't|won't|wouldn't|unable to|don't want to|not going to|no way)\b/
export const aboveAll =
  /\b(?:above|over|beyond|exceed(?:ing)?|more than|past|higher than|cross|north of)\s+(?:the\s+|about\s+)?$/
export const tooMuch =
  /\b(?:too (?:much|high|expensive|steep|pricey)|expensive|steep|out of (?:my|our)|more than (?:i|we) (?:have|can)|way over|is a lot|overpriced)\b/
export const contrast = /\b(?:too (?:much|high|steep|expensive))\b/

export const share =
  /^\s*(?:of (?:that|it|this|which)\s+)?(?:is |are |goes |would be )?(?:only )?(?:set aside |allocated |reserved )?for (?:this|the (?:[a-z]+ )?(?:website|app|build|project|site|mvp|development|platform|portal|shop|store))\b/
/** Of a client for whom the visitor asks. */
export const theyPay =
  /\b(?:they|clients?|he|she)(?:'ll|'ve| will| can| could| would| have| has| want to| are willing to)\b[^.!?]{0,30}$/
/** "our grant allows up to", "funding:". */
export const given =
  /\b(?:grants?|funds?|donors?|council|board|county|committee|trustees|pta)\s+(?:will |has |have )?(?:allows?|covers?|gives?|provides?|voted|approved|granted|allocated)\b[^.!?;]{0,30}$|^\s*(?:funding|funds)\s*:\s*$/
export const setAside =
  /\b(?:set(?:ting)? aside|put(?:ting)? aside|earmarked?|allocat(?:ed|ing)|allot(?:ted|ting)?|reserved?|ring-?fenced|budgeted|assigned|dedicated|kept)\b[^.!?;]{0,30}$/
export const ofThat =
  /^\s*(?:of|from|out of) (?:it|that|this|which|the (?:grant|fund(?:s|ing)?|round|loan|money|prize)|our (?:grant|funding|round))\b/
export const restated =
  /\b(?:scratch that|wait|actually|no wait|make (?:it|that)|rather|sorry|closer to|i mean|correction)\b[^,]*$/
export const countedThing =
  /^\+?\s*-?\s*(?!towards?\b|into\b|package\b|plan\b|me\b|mein\b|tak\b|ho\b|ke\b|ka\b|to\b|for\b|or\b|and\b|in\b|is\b|max\b|as\b|with\b|but\b|at\b|on\b|total\b|budget\b|only\b|if\b|now\b|right\b|all\b|maybe\b|usd\b|from\b|by\b|ish\b|tops\b|approx\b|range\b|would\b|should\b|can\b|could\b|works?\b|per\b|of\b|i\b|we\b|my\b|our\b|the\b|this\b|that\b|not\b|so\b|left\b|remaining\b|remains\b|sounds\b|ok\b|okay\b|enough\b|please\b|pls\b|plus\b|minimum\b|maximum\b|excluding\b|including\b|upfront\b|first\b|initially\b|depending\b|ready\b|available\b|set\b|bucks\b|hai\b|tak\b|inclusive\b|before\b|until\b|saved\b|aside\b|something\b|most\b|around\b|about\b|will\b|may\b|how\b|what\b|no\b|then\b|it\b|allocated\b|sounds\b|work\b|gst\b|\+|need\b|name\b|email\b|asap\b|timeline\b|it's\b|i'm\b|one\b|one-time\b|flat\b|fixed\b|ballpark\b|instead\b|here\b|give\b|when\b|once\b|just\b|because\b|thats\b|that's\b|and\b|rough|company\b|deadline\b)[\p{L}%°]/u
export const bareSum =
  /^\s*(?:[$₹]+\s*:\s*)?(?:(?:prob|probs|idk|honestly|guess|roughly|have|got|ideally|lets|let us|final|hi|hello|then|wise|we're at|limit|my|mera|hamara|budget hai|is|yes|ok|sure|hmm|well|so|maybe|like|say|\$\$|price|cost|amount|money|probably|i think|i guess|budget|around|about|approx(?:imately)?|max(?:imum)?|upto|up to|under|at least|minimum|min|i'd say|let's say|lets say|somewhere|between|actually|sorry|make it|not|it's|its|our|of|the|thinking|can do|we have|i have|in the|range|ballpark|total|no more than|less than|below|from|can be|would be|it)\b[\s,:~-]*)*[~<]?$/
/** "our round closes in May, $750k": money that comes to them. */
export const incoming =
  /\b(?:round|seed|series [abc]|raise|bridge)\b[^.!?]{0,25}\b(?:clos(?:es|ed|ing)|of|at|for|pending)\b|\b(?:round|seed|raise) of\b/
/** Whoever asks for another says "she can spend". */
export const forOthers =
  /\b(?:clients?|behalf of|assistant|secretary|pa (?:of|to)|boss|employer|manager|they (?:ask|asked|want|wanted|need))\b/
/** "the plan says $7,500 max": the visitor's own plan. */
export const ownPlan = /\b(?:our|my) (?:\p{L}+ )?plan\b|\bplan (?:says|allows|foresees|allots|gives|assumes)\b[^?]*$/u
