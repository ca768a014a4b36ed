/** More parts than a person writes; the last one holds the rest. */
const maxParts = 12
const minWords = 2
const joints = new Set(['and', 'but', 'also', 'because', 'plus', 'so', 'aur', 'then'])

const verbs = new Set(
  (
    'am is are was were be been do does did have has had can could will would shall should may might must need needs want wants ' +
    'know tell say says ask think get gets got give make made take takes took go goes going come comes use uses used work works ' +
    'worked pay pays paid charge charges cost costs own owns owned build builds built offer offers run runs ran help helps sell ' +
    'sells book books send sends sent show shows start starts started stop stopped change changes changed happen happens ' +
    'happened look looks looking like love hate try tried keep keeps let lets put see sees saw find found buy bought sign support ' +
    'supports provide provides include includes involve guarantee accept accepts lose lost leave left write wrote speak spoke ' +
    'talk hire hired wondering chahiye hai hain karna karte milega hoga ho sakta sakti chalega lagega im ive id ill whats hows ' +
    'wheres whos dont doesnt didnt cant wont isnt arent wasnt r u'
  ).split(' '),
)

function isVerb(word: string): boolean {
  return verbs.has(word.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
}

/** Splits a message at the ends of sentences, then at commas and conjunctions where both sides have a verb. Linear. */
export function partsOf(message: string): string[] {
  const sentences = message.split(/(?<=[.!?…;])\s+|\n+/u).map((sentence) => sentence.trim())
  const clauses = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)).flatMap(splitSentence)
  const rest = clauses.slice(maxParts - 1).join(' ')
  return clauses.length <= maxParts ? clauses : [...clauses.slice(0, maxParts - 1), rest]
}

function splitSentence(sentence: string): string[] {
  const words = sentence.split(/\s+/).map((text) => ({ text, isVerb: isVerb(text) }))
  const clauses: string[][] = [[]]
  let hasVerb = false
  let remainingVerbs = words.filter((word) => word.isVerb).length
  for (const [i, word] of words.entries()) {
    const isJoint = joints.has(word.text.toLowerCase())
    const isAfterComma = /[,:]$/.test(words[i - 1]?.text ?? '')
    const isLong = (clauses.at(-1)?.length ?? 0) >= minWords
    if ((isJoint || isAfterComma) && isLong && hasVerb && remainingVerbs > 0) {
      clauses.push([])
      hasVerb = false
    }
    clauses.at(-1)?.push(word.text)
    if (!word.isVerb) continue
    hasVerb = true
    remainingVerbs -= 1
  }
  return clauses.filter((clause) => clause.length > 0).map((clause) => clause.join(' '))
}
