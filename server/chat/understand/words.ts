import type { Aspect } from '../../../platform/content/chat/talk.ts'

/*
 * Word lists for understanding messages. They're sorted and spelled as by `tokenize` in model.ts: in lower case, without
 * accents and apostrophes. Hindi is in Latin letters. The classifiers learn everything else from examples.
 */

/** Reads a list of words separated by spaces and line breaks. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

/** Reads a list of phrases separated by commas. */
export function phrases(list: string): string[] {
  return list.split(', ')
}

// Acts

/** A clause that starts with one of these asks. */
export const questionWords = wordSet(`
  am are can could did do does has how hows is kab kahan kaise kaun kitna kitne kitni kya may shall should what whats when
  where wheres which who whom whos whose why will would`)

/** Hindi words that ask anywhere in a clause. */
export const anywhereQuestionWords = wordSet(`
  bata bataiye batana batao kab kaha kahan kaise kaun kitna kitne kitni kya`)

/** Inside a clause, these ask if one of `afterInnerQuestionWords` follows: “and how long”. */
export const innerQuestionWords = wordSet('how hows what whats when where which who why')

export const afterInnerQuestionWords = wordSet(`
  about are big can could did do does far fast if is long many much often old s shall should soon will would`)

/** A clause that ends with one of these asks: “it’s free then, right”, “do I write it or”. */
export const questionTags = wordSet('correct eh huh na no or right yes')

/** A clause with one of these asks: “tell me what it costs”. */
export const questionPhrases = phrases(
  'i want to know, let me know, like to know, please explain, please state, tell me, wondering',
)

/** Words that can come before the actual first word of a clause. */
export const clauseOpeners = wordSet(`
  acha achha alright also and bhai bhaiya bro btw but cool dude fine folks good great haha hello hey hi hmm just lol maam no
  noted now oh ok okay perfect please right sir so sorry team thanks then uh um understood well yeah yes yo`)

/** A short clause with one of these is only a thank-you or goodbye. */
export const courtesies = wordSet('bye cheers dhanyavad goodbye shukriya thank thanks thnx thx ty tysm')

/** Next steps named by someone who agrees to buy. */
export const buyingWords = wordSet(`
  begin book chalo contract deal done go hire invoice kickoff next onboard order pay proceed quote ready reserve sign start
  take`)

// Parts of a message

/** A part can end before one of these. */
export const joints = wordSet('also and aur because but plus so then')

/** Every part has one of these. */
export const verbs = wordSet(`
  accept accepts am are arent ask be been book books bought build builds built buy can cant chahiye chalega change changed
  changes charge charges come comes cost costs could did didnt do does doesnt dont find found get gets give go goes going
  got guarantee had hai hain happen happened happens has hate have help helps hire hired ho hoga hows id ill im include
  includes involve is isnt ive karna karte keep keeps know lagega leave left let lets like look looking looks lose lost love
  made make may might milega must need needs offer offers own owned owns paid pay pays provide provides put r ran run runs
  sakta sakti saw say says see sees sell sells send sends sent shall should show shows sign speak spoke start started starts
  stop stopped support supports take takes talk tell think took tried try u use used uses want wants was wasnt were whats
  wheres whos will wondering wont work worked works would write wrote`)

// Replies to the chat’s question

export const yesWords = wordSet(`
  absolutely correct definitely exactly fine great ha haan ji ok okay perfect please right sure theek ya yea yeah yep yes
  yup`)

/** Words that agree but don’t choose a button. */
export const nods = wordSet('fine great ok okay please sure')

export const noWords = wordSet('nah nahi never no nope not')

/** A message that starts with one of these refuses the buttons before it. */
export const refusals = wordSet('nah nahi neither no none nope')

/** A message with one of these doesn’t choose a button. */
export const choiceDenials = wordSet('dont neither no none not')

/** Words that choose all buttons. */
export const allChoices = wordSet('all both dono')

/** The words that choose the first button, the second, and the third. */
export const ordinals = ['first', 'second', 'third']

/** Title words that don’t choose a button. */
export const titleFillers = wordSet(`
  a after an and for how i if in is it its of on one or the to what who with you your`)

// Offers and their aspects

/** What an aspect of an offer is called. A clause that names two aspects means the first in this list. */
export const aspectWords: Readonly<Record<Aspect, ReadonlySet<string>>> = {
  price: wordSet(`
    charge charges cost costing costs daam kharch kharcha kitna kitne much paisa paise price prices pricing quote rate rates`),
  time: wordSet('date days deadline duration fast kab long quick quickly soon time timeline weeks when'),
  contents: wordSet('contain contains contents features get include included includes inside'),
  support: wordSet('maintenance support'),
  fit: wordSet('fit fits right suit suits'),
  payment: wordSet('advance deposit emi installments instalments pay payment payments upfront'),
}

/** “How much time …?” doesn't ask for a price. */
export const asksForTime = /\b(?:much|kitna|kitne|kitni) (?:time|longer|days|weeks|din)\b/

/** These words also have other meanings. */
export const ambiguousAspectWords = wordSet('date features fit fits get inside pay right soon suit suits support when')

/** References to the smallest, middle, or largest offer of a family, to the whole family, or to another of its offers. */
export const smallestOffer = wordSet('basic cheap cheaper cheapest first lowest small smaller smallest starter')

export const middleOffer = wordSet('medium mid middle second')

export const largestOffer = wordSet('big bigger biggest expensive highest large largest last third top')

export const wholeFamily = wordSet('all both each every three')

export const otherOffers = wordSet('another other others')

/** “Will this cost us?” and “I can pay” don’t ask for a price. */
export const statementStarts = wordSet('are can could did do does has have i is we will would')

// Short questions

/** Words that add nothing to “how much is it?”. */
export const fillers = wordSet(`
  a about again also an and approx are around at aur batao be bhai build built but by can cost could did do does done
  exactly finish for hai has have hello hey hi hoga how hows i if im in is it its just ka ke ki know kya lage lagega made
  make me my need of ok okay on one ones or our please pls ready roughly say should sir so take takes tell thanks that the
  them then these this those to total u up ur us want was we what whats will with work would ye yeh you your`)

/** Other words that don’t reveal a clause’s subject. */
export const emptyWords = wordSet('all and any get give here no not some there')

/** A short clause with one of these depends on the previous message. */
export const pronouns = wordSet('another he it its one ones other others same she that them these they this those')

/** A short clause that starts with one of these depends on the previous message. */
export const dependentOpeners = phrases(
  'also, and, aur, but, even, even if, how about, ok and, or, so, then, what about, what if, which, why',
)

/** A short clause made only of these asks to hear more, if it also has one of `sureMoreWords`. */
export const moreWords = wordSet('and aur batao continue detail details else explain go me more ok on please tell why')

/** The words of `moreWords` that clearly ask for more. */
export const sureMoreWords = wordSet('continue details explain go more why')
