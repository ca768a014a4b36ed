import { type Clause, spanOf, splitClauses } from './clauses.ts'
import { endOf, has, wordList } from './tokens.ts'

const products = wordList(
  'site website webpage page pages app apps tool system portal marketplace platform dashboard store shop webshop crm erp bot chatbot saas planner software tracker',
  'booking bookings automation integration database prototype calculator form plugin mvp landing something ecommerce e-commerce subscriptions reminders invoices',
  'payments login sso api game directory forum blog waitlist inventory backend frontend scheduler generator kiosk map sync billing accounts routing export search spreadsheets',
)
const wishes = wordList(
  "need needs want wants looking_for looking_to would_like i'd_like we'd_like planning plan_to thinking_about thinking_of trying_to build_me replace migrate redesign",
  'fix_my fix_our can_you_build could_you_build can_you_make could_you_make can_you_fix banwana banwani chahiye je_cherche project just_a more_like',
  "it's_a it's_an it_is_a it_is_an its_a its_an a_shop_with a_website_with a_site_with an_app_with a_website_for an_app_for a_site_for",
)
const tasks = wordList(
  'should_be_able_to must_be_able_to have_to_be_able_to it_should it_must it_has_to app_should app_must app_has_to site_should system_should them_to',
)
const questions = wordList('what how who when why where which do does is are did was whats')
const answerVetoes = new Map([...questions, ...wordList("i i'm we")])
/** “I don't need an app”, “need a quote”, “book a call”, “are you hiring”, “want to know the price of an app”, “your app”. */
export const requirementVetoes = wordList(
  "don't dont not never no quote quotes price prices cost costs hire hiring internship job call meeting talk know nda contract refund invoice help college homework paid charged your urgent",
)
const denials = wordList("not_a not_an don't_need_a don't_need_an don't_want_a don't_want_an no_longer_a instead_of_a")

/** Whether a clause describes what is to be built. */
export function describesProject(text: string): boolean {
  const { tokens = [] } = splitClauses(text)[0] ?? {}
  const isExcluded = endOf(questions, tokens, 0) !== undefined || has(requirementVetoes, tokens)
  return !isExcluded && (has(tasks, tokens) || (has(wishes, tokens) && has(products, tokens)))
}

/** “a website” or “booking and reminders”, after we asked what to build. */
export function isProductAnswer({ tokens, isShort, isQuestion }: Clause, asked: string | undefined): boolean {
  const isAnswer = (asked === 'product' || asked === 'open') && isShort && !isQuestion
  return isAnswer && has(products, tokens) && !has(requirementVetoes, tokens) && !endOf(answerVetoes, tokens, 0)
}

/** The product that a visitor drops: “maybe not a marketplace”. */
export function droppedProduct({ tokens }: Clause): string | undefined {
  const dropped = tokens.map((_, at) => tokens[endOf(denials, tokens, at) ?? tokens.length]?.lower)
  return dropped.find((word) => word !== undefined && products.has(word))
}

const people = wordList(
  'drivers staff team crew crews people customers patients clients employees members office offices students teachers nurses parents managers sales',
  'desk hygienists pharmacist doctors agents tenants volunteers colleagues me us everyone technicians waiters owners guests',
)
const forOurs = wordList('for_our for_my')
const unsure = wordList("don't dont know idk sure depends yet")

/** Who would use it: an answer to our question, or “for our drivers”. */
export function findUsers(clause: Clause, asked: string | undefined): string | undefined {
  const { tokens, isShort, isQuestion } = clause
  const hasPeople = has(people, tokens) || tokens.some(({ kind }) => kind === 'number')
  if (asked === 'users' && isShort && !isQuestion && hasPeople && !has(unsure, tokens)) return clause.text
  const start = tokens.findIndex((_, at) => endOf(forOurs, tokens, at) !== undefined)
  return start >= 0 && endOf(people, tokens, start + 2) ? spanOf(clause, start + 1, start + 3) : undefined
}
