/*
 * Word lists for planning a reply. They're sorted and spelled as by `tokenize` in ../understand/model.ts: in lower
 * case, without accents and apostrophes. Hindi is in Latin letters.
 */

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

function phrases(list: string): string[] {
  return list.split(', ')
}

/** A product after one of these is what the visitor wants. */
export const productWishes = wordSet(`
  about after banana banwana banwani build building create creating design develop developing for get idea launch like
  looking love make making need needs planning replace thinking want wanted wants`)

/** In Hindi, a product before one of these is what the visitor wants. */
export const productWishesAfter = wordSet('banana banani banwana banwani chahiye mangta')

/** A product after one of these isn’t what the visitor wants. */
export const productDenials = wordSet('dont instead isnt nahi neither never no not stop without')

/** A product right after one of these is what the visitor already has. */
export const productOwners = wordSet('current existing her his my old our that the their this ur your')

/** A product is what the visitor wants if only these come before it. */
export const productStarters = wordSet(`
  a an basic ek hello hey hi is it its just maybe new ok online simple sir small so the well yes`)

/** Words for the visitor among the product’s users. */
export const selves = wordSet('i me myself us we')

/** Months, days, and holidays, which start with a capital letter. */
export const capitalizedDates = wordSet(`
  april august christmas december february friday january july june march may monday november october saturday september
  sunday thursday tuesday wednesday`)

/** Phrases that show the trouble is over. */
export const overSigns = phrases(
  'back up, fixed now, is back, it s back, its back, its up, resolved, solved, up again, working again, works again',
)

/** A message with one of these and one of `dangers` denies trouble: “nobody’s hurt, they’re cows”. */
export const dangerDenials = wordSet('isnt no nobody nobodys none noone not nothing wasnt')

export const dangers = wordSet('danger dying emergency hurt injured joke suicidal')

/** Common words in languages other than English, in Latin letters. */
export const foreignWords = wordSet(`
  aap aur avons banana banwana besoin bhai bonjour brauche brauchen chahiye combien costa cuanto cuesta das della
  eine est gracias haan hai hain hola hum ich ist je kab kaise karna karo ke kitna kitne kitni kostet kya lagega le les
  liye mein mera mere meri milega mujhe nahi necesito nicht nous para por pour quanto que quiero se una und une viel vorrei
  wie wir`)
