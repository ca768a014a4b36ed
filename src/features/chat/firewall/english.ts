const latin = /\p{Script=Latin}/gu
const letters = /\p{L}/gu
const english = new Set(
  'the a an is are was be been it its of to in on for and or but with at by from you your we our i my me this that these those as not no can will would do does have has what which how when where why who if so than then there here more most only also about up out all any each one yes us they their them into get'.split(
    ' ',
  ),
)
const foreign = new Set(
  'el la los las un una que por para con del es su sus se lo le les des est pour avec vous nous dans sur qui une je tu ist und der die das nicht ein eine mit fur von sie wir ihr zu auf hai hain ka ki ke ko mein main aap hum karo kar sakte raha rahe ho hoga jayega nahi haan bhi aur liye apna hamara tha di della il gli che per sono nel het een voor van niet uw seu sua nao voce uma os ao pela como mas muy pero costo cuesta kosten preis prix prezzo gratuit gratis kostenlos mil cien quinientos quinientas zweitausend tausend funfhundert zweihundert deux trois dos tres gerne claro vale bien cinq mille hundert tausend semaines semanas wochen jours dias tage hafte mahine din rupaye paisa muft garantie garantia garantiert remise descuento rabatt'.split(
    ' ',
  ),
)

/** Of an English sentence more than this share is made of words that the site uses as well. */
const mostUnknown = 0.6
/** More letters of another script than these could be a word. */
const mostStrangeLetters = 2

/**
 * Whether a folded sentence can be read by the firewall, whose words are English ones. A sentence in another script or
 * language could promise anything.
 */
export function isEnglish(folded: string, vocabulary: ReadonlySet<string>, visitor: readonly string[]): boolean {
  const all = folded.match(letters)?.length ?? 0
  const readable = folded.match(latin)?.length ?? 0
  if (all - readable > mostStrangeLetters) return false
  const words = folded.match(/\p{L}+/gu) ?? []
  const strange = words.filter((word) => foreign.has(word)).length
  const readily = words.filter((word) => english.has(word)).length
  if (strange > 0 && strange > readily) return false
  const unknown = words.filter((word) => word.length > 1 && !vocabulary.has(word) && !english.has(word))
  return unknown.length < 3 || unknown.length <= words.length * mostUnknown || areVisitors(unknown, visitor)
}

function areVisitors(words: readonly string[], visitor: readonly string[]): boolean {
  const text = visitor.join(' ').toLowerCase()
  return words.filter((word) => !text.includes(word)).length < 3
}
