/** What the visitor did with the name, from what decides to what is only likely. */
export type NameKind = 'bookedFor' | 'said' | 'introduced' | 'called' | 'signed' | 'bare'
export const weight: Record<NameKind, number> = { bookedFor: 4, said: 3, introduced: 2, called: 1, signed: 1, bare: 1 }

/** `capitals`: so many words of the name have to be written with one; `isTurned`: the surname first, with a comma. */
type Cue = { kind: NameKind; before: RegExp; after?: RegExp; capitals?: 1 | 2; isTurned?: true }

/** Where a sentence, or a clause after a greeting, begins. */
const opening = String.raw`(?:\b(?:hi|hello|hey|greetings|namaste|morning|evening|afternoon|there|and|so|sorry|actually|yes|sure|ok|btw)\b[\s,.!]{1,3}|(?:^|[.!?,;:\n])\s{0,2})`
const boss = String.raw`(?:(?:my|our|the) (?:[\p{L}-]{1,20} ){0,3}?(?:boss|manager|director|ceo|cto|founder|chief|head|owner|partner|wife|husband|brother|sister|father|mother|dad|mum|mom|son|daughter|friend|colleague|client|principal|president),? (?:is )?)?`
export const occasion = `(?:book(?:ing|ed)?|consultation|appointment|session|slot|call|meeting|reservation|scheduling|arranging)`
const greeting =
  /^\s?(?:hi{1,3}|hello|hey|namaste|(?:good )?(?:morning|afternoon|evening|day)|greetings|salut|hej|hola|ciao|bonjour|guten (?:tag|morgen))(?: (?:there|team|all|everyone|folks|guys))?[,.!] /g

/** What stands before a person's name, and what has to stand after it, in small letters. */
export const nameCues: readonly Cue[] = [
  // I'm the owner's nephew, Kofi Mensah
  {
    kind: 'introduced',
    before:
      /\b(?:i'm|i am|im|this is) (?:the|an?|her|his|their|our|your) (?:(?!(?:at|of|from|for|with)\b)[\p{L}-]{1,20} ){0,4}?[\p{L}-]{1,20}, /gu,
    capitals: 1,
  },
  {
    kind: 'bookedFor',
    before:
      /\b(?:put|list|save|register|file|note|keep|book|reserve) (?:it|this|that|us|me|everything|the (?:call|booking|slot|meeting))(?: down)? (?:under|as) /g,
    capitals: 2,
  },
  { kind: 'bookedFor', before: /\bbehalf of (?=(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|sir|madam)\b)/g },
  { kind: 'bookedFor', before: /\bbehalf of /g, capitals: 2, after: /^ (?:of|from|at) / },
  {
    kind: 'bookedFor',
    before: /\bbehalf of (?:my|our) (?:[\p{L}-]{1,20} ){0,2}?[\p{L}-]{1,20},? (?:(?:his|her|their) name is )?/gu,
    capitals: 1,
  },
  {
    kind: 'bookedFor',
    before: new RegExp(
      `\\b${occasion}(?: (?:this|it|that|is|one|will be|would be|(?:a|the) (?:free )?(?:call|consultation|slot|meeting))){0,3} (?:for|on behalf of|under|in the name of) (?:the name (?:of )?)?${boss}`,
      'gu',
    ),
  },
  {
    kind: 'bookedFor',
    before:
      /\b(?:under|in) (?:my|our|the) (?!(?:brand|company|business|firm|trade|shop)\b)[\p{L}-]{1,20}(?:'s)? name,? (?:of )?/gu,
  },
  // Ty, but it's Tyrone Jackson on paper
  {
    kind: 'said',
    before: /\b(?:it's|it is|i'm) /g,
    capitals: 1,
    after: /^,? (?:on (?:my |the )?(?:paper|passport|contract|invoice)|officially|legally|formally|in full)\b/,
  },
  {
    kind: 'said',
    before:
      /\b(?:officially|legally|formally|in full|on paper|short for|full form is),? (?:(?:it's|it is|i'm|i am) )?/g,
    capitals: 1,
  },
  {
    kind: 'said',
    before:
      /(?:^|\n)\s{0,2}(?:from|who|(?:my )?details|contact(?: person| name)?|point of contact|spoc|poc|regards|me) ?(?::|-(?=\s)) ?/g,
  },
  {
    kind: 'said',
    before: /\b(?:contact(?: person| name)?|point of contact|spoc|poc) (?:is|will be|would be|name is) /g,
  },
  { kind: 'bare', before: /(?:^\s?|\bname(?: is|:)? )/g, isTurned: true },
  // write to me, Naomi Ekai; I, Ramesh Tiwari, want
  { kind: 'said', before: /\b(?:me|i), /g, capitals: 2, after: /^(?:,|[.!]?\s?$| at\b| on\b)/ },
  { kind: 'called', before: /\uFFFC(?:[,;.]? | \()/g, capitals: 2, after: /^[.!)]?\s?$/ },
  {
    kind: 'introduced',
    before: /\bhere (?:is|writes|speaks) /g,
    capitals: 1,
    after: /^\s?(?:$|[,.!(]|(?:from|of|at)\b)/,
  },
  // Hi, Asha Rao, Foo Labs
  {
    kind: 'called',
    before: greeting,
    capitals: 2,
    after:
      /^(?:,|\s-|\s\||\s(?:from|at|of|with) (?!(?:our|your|the|my|a)\b)(?!.{0,40}\b(?:told|said|recommended|mentioned|referred|suggested)\b)|\.\s?$)/,
  },
  {
    kind: 'called',
    before: /\b(?:ask for|attention(?: of|:)?|attn\.?:?) /g,
    capitals: 1,
    after: /^(?! at (?:the )?(?:reception|desk|front))/,
  },
  // main Rohit bol raha hoon; Rohit naam hai mera
  { kind: 'said', before: /\b(?:main|mai|mein|me) /g, after: /^,? (?:bol|hu|hoon|hun|likh)\b/ },
  { kind: 'said', before: new RegExp(opening, 'g'), after: /^ (?:naam hai|mera naam|bol rah[ai])\b/ },
  { kind: 'said', before: /(?<!\p{L})(?:मेरा नाम|меня зовут|我叫)\s?:?\s?/gu },
  {
    kind: 'said',
    before:
      /(?:^|[.,;!?\n(-]|\b(?:my|full|first|real|legal|own|good|and|contact|hi|hello|hey|the|here's|yes|sure|sorry|actually|correction)) ?(?:full )?name(?:'s| is\b(?!n't)| should be| ?:| ?-(?=\s)) ?(?:(?:actually|now|really|is|just)\b ?)?[:-]? ?/g,
  },
  { kind: 'said', before: /(?:^\s?|[,.;] |\bmy (?:full )?|\bfull )name /g, capitals: 1 },
  { kind: 'said', before: /^\s?(?:my )?name /g, after: /^[.!]?\s?$/ },
  {
    kind: 'introduced',
    before: /\b(?:hi|hello|hey)[,!]? (?:it's|its|it is) /g,
    after: /^\s?(?:$|[,.!]|(?:here|from|again)\b)/,
  },
  {
    kind: 'called',
    before: /(?:^\s?|[.!?,] ?|\b(?:so|and|but|now) )(?:it's|it is|its) /g,
    capitals: 1,
    after: /^,? ?(?:(?:again|here|from|now|this side)\b|$|[,.!])/,
  },
  {
    kind: 'called',
    before:
      /\b(?:call me|address me as|refer to me as|i go by|people call me|everyone calls me|i'm known as|i am known as) /g,
  },
  {
    kind: 'said',
    before:
      /\b(?:i'm called|i am called|myself|mera naam|naam(?: hai)?|me llamo|mi nombre es|je m'appelle|mon nom est|ich hei(?:ss|ß)e|mein name ist|mi chiamo|meu nome é) ?:? ?/g,
  },
  { kind: 'introduced', before: /(?<![\p{L}\d])(?:i'm|i am|im|i m|iam|ich bin|je suis|soy|sono) /gu },
  { kind: 'introduced', before: new RegExp(`${opening}(?:am|m|it'?s me(?: again)?,?|me is) `, 'g') },
  {
    kind: 'introduced',
    before: /\b(?:this is|this's|dis is) /g,
    after: /^\s?(?:$|[,.!(-]|(?:here|from|at|with|of|and|again|speaking|writing|reaching|calling|we|i|i'm)\b)/,
  },
  {
    kind: 'introduced',
    before: new RegExp(opening, 'g'),
    after:
      /^(?:,? from [\p{L}\p{N}&'.\s-]{2,50}?)?,? (?:here|this side|speaking|on this side)\b(?! (?:is|are|to|in my|in our|at our|you)\b)/u,
  },
  {
    kind: 'introduced',
    before: new RegExp(opening, 'g'),
    after: /^,? (?:is (?:my|the) (?:full |first )?name|as (?:a |my )?name)\b/,
  },
]
