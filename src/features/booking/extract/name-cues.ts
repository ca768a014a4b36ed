/** What the visitor did with the name, from what decides to what is only likely. */
export type NameKind = 'bookedFor' | 'said' | 'introduced' | 'called' | 'signed' | 'bare'
export const weight: Record<NameKind, number> = { bookedFor: 4, said: 3, introduced: 2, called: 1, signed: 1, bare: 1 }

/** `isCased`: read in the visitor's own capitals, the others in small letters; `isTurned`: the surname first, with a comma. */
type Cue = { kind: NameKind; before: RegExp; after?: RegExp; isCased?: true; isTurned?: true; needs?: RegExp }

/** Where a sentence, or a clause after a greeting, begins. */
const opening = String.raw`(?:\b(?:hi|hello|hey|hii|greetings|namaste|morning|evening|afternoon|there|and|so|sorry|actually|yes|sure|ok|btw)\b[\s,.!]+|(?:^|[.!?,;:\n])\s*)`
const boss = String.raw`(?:(?:my|our|the)\s+(?:[\p{L}-]+\s+){0,3}?(?:boss|manager|director|ceo|cto|coo|founder|chief|head|owner|partner|wife|husband|spouse|brother|sister|father|mother|dad|mum|mom|son|daughter|uncle|aunt|cousin|friend|colleague|client|principal|president|lead|co-?founder|mentor|boyfriend|girlfriend|fiancée?)(?:-in-law)?,?\s+(?:is\s+)?)?`
export const occasion = `(?:book(?:ing|ed)?|consultation|appointment|session|slot|call|meeting|reservation|scheduling|arranging|organi[sz]ing|setting (?:this|it) up)`

const aName = /name|naam/
const present = /\b(?:here|side|speaking)\b/
const aBooking = new RegExp(occasion)

export const nameCues: readonly Cue[] = [
  {
    kind: 'introduced',
    before:
      /\b(?:i'm|i am|im|this is)\s+(?:the|an?|\p{L}+'s|her|his|their|our|your)\s+(?:(?!(?:at|of|from|for|with)\b)[\p{L}-]+\s+){0,4}?[\p{L}-]+,\s+(?=\p{Lu})/giu,
    isCased: true,
  },
  { kind: 'said', before: /\b(?:short for|full form is)\s+/g },
  // put it under Kenji Sato; put me down as Olu Adebayo
  {
    kind: 'bookedFor',
    before:
      /\b(?:[Pp]ut|[Ll]ist|[Ss]ave|[Rr]egister|[Ff]ile|[Nn]ote|[Kk]eep|[Bb]ook|[Ss]chedule|[Rr]eserve) (?:it|this|that|us|me|everything|the (?:call|booking|slot|consultation|meeting))(?: down)? (?:under|as)\s+(?=\p{Lu}\S* \p{Lu})/gu,
    isCased: true,
  },
  // on behalf of Ms. Charlotte Dubois of Maison Verre
  {
    kind: 'bookedFor',
    before: /\bbehalf of\s+(?=(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|madame|monsieur|sir|madam)\b)/g,
  },
  {
    kind: 'bookedFor',
    before: /\b[Bb]ehalf of\s+(?=\p{Lu}\S* \p{Lu})/gu,
    isCased: true,
    after: /^(?: (?:of|from|at) |,(?: [\p{L}&'-]+){1,3} (?:ltd|llc|inc|gmbh|llp|limited|sarl|bv|ag|plc)\b)/u,
  },
  { kind: 'introduced', before: /(?:^\s*|\b(?:hi|hello|hey|namaste),?\s+)m\s+(?=\p{L}{3})/gu },
  { kind: 'said', before: /(?<!\p{L})(?:मेरा नाम|меня зовут|我叫)\s*:?\s*/gu },
  { kind: 'introduced', before: /(?<!\p{L})मैं\s+/gu, after: /^\s*(?:हूँ|हूं|बोल)/ },
  // Ty, but it's Tyrone Jackson on paper
  {
    kind: 'said',
    before: /\b(?:[Ii]t's|[Ii]t is|[Ii]'m|[Ii]ts)\s+(?=\p{Lu})/gu,
    isCased: true,
    after: /^,? (?:on paper|officially|legally|formally|in full|on (?:my|the) (?:passport|papers?|contract|invoice))\b/,
  },
  {
    kind: 'said',
    before:
      /\b(?:[Oo]fficially|[Ll]egally|[Ff]ormally|[Ii]n full|[Oo]n paper),? (?:it's|it is|i'm|I'm|I am)\s+(?=\p{Lu})/gu,
    isCased: true,
    after: /^[.!]?\s*(?:$|,)/,
  },
  // Its Rajesh again; (at a letter's end) It's Robbie Tran, robbie@…
  { kind: 'called', before: /^\s*[Ii]t'?s\s+(?=\p{Lu})/gu, isCased: true, after: /^,? (?:again|here|this side)\b/ },
  { kind: 'called', before: /^\s+[Ii]t(?:'s| is)\s+(?=\p{Lu}\S* \p{Lu})/gu, isCased: true, after: /^[,.]?\s*\uFFFC/ },
  {
    needs: aName,
    kind: 'bookedFor',
    before:
      /\b(?:under|in)\s+(?:my|our|the)\s+(?!(?:brand|company|business|firm|trade|trading|shop|store)\b)[\p{L}-]+(?:'s)?\s+name,?\s+(?:of\s+)?/gu,
  },
  {
    needs: aBooking,
    kind: 'bookedFor',
    before: new RegExp(
      String.raw`\b${occasion}(?:\s+(?:this|it|that|is|one|will be|would be|(?:a|the|this)\s+(?:free\s+)?(?:call|consultation|slot|session|meeting|appointment)))*\s+(?:for|on behalf of|under|in the name of)\s+(?:the name\s+(?:of\s+)?)?${boss}`,
      'gu',
    ),
  },
  {
    kind: 'said',
    before:
      /(?:^|\n)\s*(?:from|who|(?:my |contact )?details|contact(?: person| name)?|point of contact|spoc|attn|regards|sender|poc|me)\s*(?::|-(?=\s))\s*/g,
  },
  { kind: 'signed', before: /\uFFFC\s?\((?=\p{L})/gu },
  {
    kind: 'said',
    before:
      /\b(?:contact(?: person| name)?|point of contact|spoc|poc|person to (?:contact|call|speak to)) (?:is|will be|would be|name is)\s+/g,
  },
  // DSOUZA, Melvin
  {
    kind: 'bare',
    before: /(?:^\s*|\b[Nn]ame(?: is|:)?\s+)(?=\p{Lu}{2}[\p{Lu}'-]+, \p{Lu}\p{Ll})/gu,
    isCased: true,
    isTurned: true,
  },
  // write to me, Naomi Ekai
  { kind: 'said', before: /\bme,\s+(?=\p{Lu}\S* \p{Lu})/gu, isCased: true, after: /^(?:,|[.!]?\s*$| at\b| on\b)/ },
  // here is Jürgen Maier from; my mail is s@…, Stefan Keller
  {
    kind: 'introduced',
    before: /\b[Hh]ere (?:is|writes|speaks)\s+(?=\p{Lu})/gu,
    isCased: true,
    after: /^\s*(?:$|[,.!(]|from\b|of\b|at\b)/,
  },
  { kind: 'called', before: /\uFFFC[,;.]?\s+(?=\p{Lu}\S* \p{Lu})/gu, isCased: true, after: /^[.!]?\s*$/ },
  { kind: 'bookedFor', before: /\bbehalf of (?:my|our) \p{L}+,? (?:his|her|their) name is\s+/gu },
  {
    kind: 'called',
    before: /\b(?:so|and|but|then|now) it's\s+(?=\p{Lu})/gu,
    isCased: true,
    after: /^\s*(?:now\b|$|[,.!])/,
  },
  { kind: 'said', before: /^\s*(?:my )?name\s+(?=\p{Ll}+(?: \p{Ll}+){0,2}[.!]?\s*$)/gu },
  // I, Ramesh Tiwari, want
  { kind: 'said', before: /(?:^|[\s,.])i,\s+/g, after: /^,/ },
  // Hi, Asha Rao, Foo Labs
  {
    kind: 'called',
    before:
      /^\s*(?:[Hh](?:i+|ello|ey)|[Nn]amaste|(?:[Gg]ood )?(?:[Mm]orning|[Aa]fternoon|[Ee]vening|[Dd]ay)|[Gg]reetings|[Ss]alut|[Hh]ej|[Hh]ola|[Cc]iao|[Bb]onjour|[Gg]uten (?:[Tt]ag|[Mm]orgen))(?: (?:there|team|all|everyone|folks|guys|both|sir))?[,.!]\s+(?=\p{Lu}\S* \p{Lu})/gu,
    isCased: true,
    after:
      /^(?:,|\s-|\s\||\s(?:from|at|of|with) (?!(?:our|your|the|my|a)\b)(?!.*\b(?:told|said|recommended|mentioned|referred|suggested)\b)|\.\s*$)/,
  },
  {
    kind: 'called',
    before:
      /\b(?:[Aa]sk for|[Aa]ttention(?: of|:)?|[Aa]ttn\.?:?|(?:contract|records?|forms?|invoice|paperwork|documents|papers) it's)\s+(?=\p{Lu})/gu,
    isCased: true,
    after: /^(?! at (?:the )?(?:reception|desk|front))/,
  },
  // main Rohit bol raha hoon; Rohit naam hai mera
  { kind: 'said', before: /\b(?:main|mai|mein|me)\s+/g, after: /^,?\s+(?:bol|hu|hoon|hun|likh)\b/ },
  { needs: aName, kind: 'said', before: /\bnaam (?:hai|h)\s+/g },
  {
    needs: aName,
    kind: 'said',
    before: new RegExp(opening, 'gu'),
    after: /^\s+(?:naam hai|mera naam|bol raha|bol rahi|bolraha|se baat)\b/,
  },
  {
    needs: aName,
    kind: 'bookedFor',
    before:
      /(?<!\b(?:mak|sell|trad|operat|work|creat|bak|design|perform|regist|runs?|run|business|shop|firm|company|brand)\p{L}*\s+(?:\p{L}+\s+){0,3})\b(?:under|in|use) the name(?:\s+of)?\s+/gu,
  },
  { kind: 'bookedFor', before: /\bon behalf of\s+(?:my|our)\s+(?:[\p{L}-]+\s+){0,2}[\p{L}-]+,?\s+/gu },
  {
    needs: aName,
    kind: 'said',
    before:
      /(?:^|[.,;!?\n(-]|\b(?:my|full|first|whole|real|legal|own|good|and|contact|hi|hello|hey|the|here's|here is|yes|sure|ok|sorry|actually|correction))\s*(?:full\s+)?name(?:'s|\s+is\b(?!n't)|\s+here\s+is|\s+should\s+be|\s*:|\s*-(?=\s))\s*(?:(?:actually|now|really|again|is|just|only|simply)\b)?\s*[:-]?\s*/gu,
  },
  {
    needs: aName,
    kind: 'said',
    before: /(?:^|[,.;]\s{0,2}|\b[Mm]y (?:full )?|\b[Ff]ull )[Nn]ame\s+(?=\p{Lu})/gu,
    isCased: true,
  },
  {
    kind: 'introduced',
    before: /\b(?:hi|hello|hey)[,!]?\s+(?:it's|its|it is)\s+/g,
    after: /^\s*(?:$|[,.!]|here\b|from\b|again\b)/,
  },
  { kind: 'called', before: /\b[Mm]ine(?:'s| is)\s+(?=\p{Lu})/gu, isCased: true, after: /^[.!]?\s*$/ },
  { kind: 'said', before: /\b(?:put|use|write|keep|note)\s+/g, after: /^\s+as (?:the|my|a) (?:contact )?name\b/ },
  {
    kind: 'called',
    before: /(?:^|[.!?,]\s{0,2}|\b(?:[Hh]i|[Hh]ey|[Hh]ello)[,!]?\s+)[Ii]t(?:'s| is)\s+(?=\p{Lu})/gu,
    isCased: true,
    after: /^\s*(?:again\b|here\b|from\b|$|[,.!])/,
  },
  {
    kind: 'called',
    before:
      /\b(?:call me|address me as|refer to me as|i go by|people call me|everyone calls me|i'm known as|i am known as)\s+/g,
  },
  {
    kind: 'said',
    before:
      /\b(?:i'm called|i am called|i call me|my name it(?:'s| is)|myself|mera naam|naam|me llamo|mi nombre es|je m'appelle|mon nom est|ich heisse|ich heiße|mein name ist|mi chiamo|meu nome é)\s*:?\s*/gu,
  },
  { kind: 'introduced', before: /(?<![\p{L}\d])(?:i'm|i am|im|i m|iam|i'am|ich bin|je suis|soy|sono)\s+/gu },
  {
    kind: 'introduced',
    before: new RegExp(String.raw`${opening}(?:am|it's me(?: again)?,?|its me(?: again)?,?|me is)\s+`, 'gu'),
  },
  {
    kind: 'introduced',
    before: /\b(?:this is|this's|dis is)\s+/g,
    after:
      /^\s*(?:$|[,.!(-]|here\b|from\b|at\b|with\b|of\b|and\b|again\b|speaking\b|writing\b|reaching\b|calling\b|texting\b|we\b|i\b|i'm\b)/,
  },
  {
    needs: present,
    kind: 'introduced',
    before: new RegExp(opening, 'gu'),
    after:
      /^(?:,?\s+from\s+[\p{L}\p{N}&'.\s-]{2,50}?)?,?\s+(?:here|this side|speaking|on this side)\b(?!\s+(?:is|are|to|in my|in our|at our|you)\b)/u,
  },
  {
    needs: aName,
    kind: 'introduced',
    before: new RegExp(opening, 'gu'),
    after: /^,?\s+(?:is (?:my|the) (?:full |first )?name|is fine as (?:a |my )?name|as (?:a |my )?name)\b/,
  },
]
