import { tokenize } from './model.ts'

/** Longer phrases aren't looked up. */
const maxPhraseWords = 5

export type FoundPhrase = { phrase: string; said: string; start: number; end: number }

/** Finds the longest phrases of a list in a text, from left to right, without overlaps. Linear in the text. */
export function phrasesIn(text: string, phrases: ReadonlyMap<string, string>): FoundPhrase[] {
  const tokens = tokenize(text)
  const found: FoundPhrase[] = []
  for (let start = 0; start < tokens.length; start++) {
    for (let length = Math.min(maxPhraseWords, tokens.length - start); length > 0; length--) {
      const phrase = tokens.slice(start, start + length).join(' ')
      const said = phrases.get(phrase)
      if (said === undefined) continue
      found.push({ phrase, said, start, end: start + length })
      start += length - 1
      break
    }
  }
  return found
}

/** Keys as `phrasesIn` looks them up. */
export function phraseMap(entries: Iterable<readonly [string, string]>): Map<string, string> {
  return new Map([...entries].map(([phrase, said]) => [tokenize(phrase).join(' '), said]))
}

/** Frequent words of other languages than English that visitors write in Latin letters. */
const foreignWords = new Set(
  (
    'hai hain kya kitna kitne kitni kaise kab chahiye mujhe mera meri mere hum aap karna karo banwana banana lagega milega nahi haan ' +
    'bhai aur mein se ke liye que para una por quiero necesito cuánto cuanto cuesta hola gracias und ich wir brauche brauchen eine ' +
    'für nicht wie viel kostet ist das bonjour je nous avons besoin une combien est pour le les della vorrei quanto costa'
  ).split(' '),
)
const minForeignWords = 2

/** Whether a message is in another language, or mostly in another script. */
export function isForeign(text: string): boolean {
  const words = tokenize(text).filter((word) => /\p{L}/u.test(word))
  const others = words.filter((word) => foreignWords.has(word) || !/^\p{Script=Latin}+$/u.test(word))
  return (
    others.length >= Math.min(minForeignWords, words.length) && others.length * 4 >= words.length && words.length > 0
  )
}
