/** Words that say nothing of what is meant. */
const general = new Set(
  'the a an of to in on for and or but with at by from as than then so if it its this that these those there here is are was were be been being am do does did done have has had can could will would shall should may might must i me my mine we us our ours you your yours they them their he she him her his who what which when where why how any some all every each both one ones really actually still also too please just only right correct ok okay yes no well very much more most like about into up out over off own kitewright studio site agent client clients customer customers company companies business businesses startup startups people person someone anybody anyone somebody founder founders project projects thing things stuff way work works working worked use uses used using build builds building built make makes making made create creates creating develop develops developing developed offer offers offering offered provide provides provide get gets getting give gives take takes include includes included including come comes serve serves served need needs want wants know say says tell help let go see able possible sure true m s re ve ll d t'.split(
    ' ',
  ),
)
/** A sentence that denies, or says that something holds only sometimes or for others, is no ground for a yes. */
const noGround =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|cannot|without|rather|instead|unless|if|when|whether|would|advi[cs]e[sd]?|better|article|guide|mentions?|asks?|somebody|than)\b|n't\b|\?$/

/** The words of a folded text that say what it is about, in a form that plurals and endings don't change. */
export function contentWords(folded: string): Set<string> {
  const words = folded.match(/[a-z\d$₹€£%][\w$₹€£%,./-]*/g) ?? []
  const parts = words.flatMap((word) =>
    /\d/.test(word) ? word.split('-').map((part) => part.replace(/[.,/]+$/, '')) : word.split(/[^a-z]+/),
  )
  return new Set(parts.filter((word) => word !== '' && !general.has(word)).map(stemOf))
}

function stemOf(word: string): string {
  if (/\d/.test(word)) return word
  const plain = word.replace(/ies$/, 'y').replace(/(?<=[a-z]{3})(?:ing|ed|es|s|er|ers|ly|ment)$/, '')
  return plain.replace(/(?<=[a-z]{3})e$/, '').slice(0, 8)
}

/** How large a share of these words one of the site's subjects speaks of; 1 for no words. */
export type Support = (words: ReadonlySet<string>) => number

/** @param subjects what the site says of each, folded */
export function createSupport(subjects: readonly string[]): Support {
  const known = subjects.map(contentWords)
  return (words) => {
    if (words.size === 0) return 1
    const told = known.map((subject) => [...words].filter((word) => subject.has(word)).length)
    return Math.max(...told) / words.size
  }
}

/** Whether one of the site's own sentences says all that these words say; with none of them nothing is said. */
export type Evidence = (words: ReadonlySet<string>) => boolean

/** @param sentences true ones, folded */
export function createEvidence(sentences: readonly string[]): Evidence {
  const grounds = sentences.filter((sentence) => !noGround.test(sentence)).map(contentWords)
  return (words) => words.size > 0 && grounds.some((ground) => [...words].every((word) => ground.has(word)))
}
