import { type Clause, spanOf, splitClauses } from './clauses.ts'
import { endOf, has, wordAt, wordList } from './tokens.ts'
import { vetoes } from './vetoes.ts'

const products =
  wordList(`site website webpage page pages app apps tool system portal marketplace platform dashboard store shop webshop crm erp bot chatbot
  saas planner software tracker booking bookings automation integration database prototype calculator form plugin mvp landing ecommerce e-commerce
  subscriptions reminders invoices payments login sso api game directory forum blog waitlist inventory backend frontend scheduler generator kiosk map sync
  billing accounts routing export search spreadsheets`)
const wishes =
  wordList(`need needs want wants looking_for looking_to would_like i'd_like we'd_like planning plan_to thinking_about thinking_of trying_to
  build_me replace migrate redesign fix_my fix_our can_you_build could_you_build can_you_make could_you_make can_you_fix banwana banwani chahiye je_cherche
  project just_a more_like it's_a it's_an it_is_a it_is_an its_a its_an a_shop_with a_website_with a_site_with an_app_with a_website_for an_app_for a_site_for`)
const tasks =
  wordList(`should_be_able_to must_be_able_to have_to_be_able_to it_should it_must it_has_to app_should app_must app_has_to site_should
  system_should them_to`)
/** “it has to be live by friday” isn't about what it does. */
const launches = wordList('live online ready done finished launched up_by read spent true')
const questions = wordList('what how who when why where which do does is are did was whats')
const answerVetoes = new Map([...questions, ...wordList("i i'm we")])
const denials = wordList("not_a not_an don't_need_a don't_need_an don't_want_a don't_want_an no_longer_a instead_of_a")
const people =
  wordList(`drivers staff team crew crews people customers patients clients employees members office offices students teachers nurses parents
  managers sales desk hygienists pharmacist doctors agents tenants volunteers colleagues me us everyone technicians waiters owners guests`)
const forOurs = wordList('for_our for_my')
const unsure = wordList("don't dont know idk sure depends yet")

/** Whether a clause describes what is to be built. */
export function describesProject(text: string): boolean {
  const { tokens = [], isQuestion = false } = splitClauses(text)[0] ?? {}
  if (endOf(questions, tokens, 0) || has(vetoes.requirements, tokens)) return false
  return (has(tasks, tokens) && !isQuestion && !has(launches, tokens)) || (has(wishes, tokens) && has(products, tokens))
}

/** “a website” or “booking and reminders”, after we asked what to build. */
export function isProductAnswer({ tokens, isShort, isQuestion }: Clause, asked: string | undefined): boolean {
  const isAnswer = asked === 'product' && isShort && !isQuestion
  return isAnswer && has(products, tokens) && !has(vetoes.requirements, tokens) && !endOf(answerVetoes, tokens, 0)
}

/** The product that a visitor drops: “maybe not a marketplace”. */
export function droppedProduct({ tokens }: Clause): string | undefined {
  const dropped = tokens.map((_, at) => wordAt(tokens, endOf(denials, tokens, at) ?? -1))
  return dropped.find((word) => products.has(word))
}

/** Who would use it: an answer to our question, or “for our drivers”. */
export function findUsers(clause: Clause, asked: string | undefined): string | undefined {
  const { tokens, isShort, isQuestion } = clause
  const hasPeople = has(people, tokens) || tokens.some(({ kind }) => kind === 'number')
  if (asked === 'users' && isShort && !isQuestion && hasPeople && !has(unsure, tokens)) return clause.text
  const at = tokens.findIndex((_, n) => endOf(forOurs, tokens, n) && people.has(wordAt(tokens, n + 2)))
  return at < 0 ? undefined : spanOf(clause, at + 1, at + 3)
}
