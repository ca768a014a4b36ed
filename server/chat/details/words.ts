import type { ConsultationField } from '../../leads/fields.ts'

/*
 * Word lists for the rules that find details, in lower case and sorted. `_` joins the words of a phrase: `set_aside`.
 * To add a word, first add a message that needs it to extract.test.ts.
 */

/** Words and phrases, keyed by first word. Longer phrases come first. */
export type PhraseList = ReadonlyMap<string, readonly string[][]>

function phraseList(list: string): PhraseList {
  const phrases = list
    .trim()
    .split(/\s+/)
    .map((phrase) => phrase.split('_'))
  phrases.sort((a, b) => b.length - a.length)
  return Map.groupBy(phrases, ([first = '']) => first)
}

// Clauses

/** A period after one of these doesn’t end the sentence. */
export const abbreviations = phraseList(`
  approx apr aug co dec dr feb jan ltd mar max min mr mrs ms no nov oct prof rs sep st vs`)

/** A clause ends before these if there is a verb on both sides. */
export const connectors = phraseList('and aur because but lekin so ,')

/** Words that start a clause even without a verb: “a shop, max 6k usd, by june”. */
export const clauseStarters = phraseList(`
  around before budget by company deadline email just live max name project ready say timeline`)

/** A clause that starts with one of these replaces what the visitor said before. */
export const corrections = phraseList(`
  actually correction hmm_wait i_mean i_meant instead make_it make_that maybe_not more_like no_actually no_sorry no_wait oops
  or_rather rather scratch_that sorry wait`)

export const verbs = phraseList(`
  afford am are banwana be been book bought build built came can cant chahiye could did do does dont ends fix get go goes got
  had hai has have ho hoga id im is its ive know launch looking made make makes might must need needs paid pay pays planning
  rent replace run runs said say see sells send should sold spend start starts thinking trying use uses wait want wants was
  were will work works would`)

/** The word after one of these is a verb. */
export const subjects = phraseList('he i it people she that they we which who you')

/** Clauses with instructions to the chat aren’t read. */
export const instructions = phraseList(`
  developer_mode ignore_all ignore_previous ignore_your previous_instructions set_budget set_email set_my system_prompt
  you_must`)

// Name

/** Names after these can be in lower case. */
export const nameCues = phraseList(`
  ich_heiße je_m'appelle me_llamo mera_naam mera_name mi_chiamo my_name_is my_name's my_names name_- name_: you_can_call_me
  you_may_call_me मेरा_नाम`)

/** A name after these must be capitalized. */
export const capitalizedNameCues = phraseList(`
  best_, booking_is_for call_me cheers_, contact_is contact_person_is full_name_is here_is i_am i'm ich_bin im je_suis
  regards_, sincerely_, sono soy the_consultation_is_for this_is wishes_, yours_,`)

/** Words that can come before a name when the visitor answers the chat's question. */
export const nameAnswerStarts = phraseList("actually full_name_is it's its ok_, sorry_,_it's sure_, sure_,_it's yes_,")

/** Words that can precede “I’m” or “this is”. “My colleague, this is …” and “is this …?” aren’t about the visitor. */
export const nameCueStarts = phraseList('and best hello hey hi kind many namaste so there um warm with ! ( , - . : – —')

/** Lower-case name parts, like “van”. */
export const nameParticles = phraseList('al bin bint da de den der di dos du el ibn la le ní van von')

/** Words that can follow a name. */
export const nameClosers = phraseList(`
  and at ceo cto et founder from hai here i my owner und we with y है ! ( ) , - / | –`)

// Email

/** One of these before an address makes it the visitor’s own. */
export const emailCues = phraseList(`
  address contact e-mail email i'm it's its mail me meant mine my name ping reach reply send_it_to use write`)

// Company

const companyKindNames =
  'agency bakery brand business clinic company firm ngo practice restaurant shop startup store studio'
export const companyKinds = phraseList(companyKindNames)

/** A capitalized company follows one of these, or “my bakery is called” or “our shop,”. */
export const companyCues = phraseList(`
  ${companyKindNames.replaceAll(/\w+/g, 'my_$&_is_called our_$&_is_called my_$&_, our_$&_,')}
  ceo_at ceo_of co-founder_of company_- company_: company_name_is coo_of cto_at cto_of director_at director_of founder_at
  founder_of i_represent on_behalf_of owner_of partner_at president_of we_represent`)

/** A company after these needs a suffix like “Ltd”. */
export const suffixedCompanyCues = phraseList("at from i_own i_run we_are we_run we're ,")

export const companySuffixes = phraseList(`
  ab ag aps b.v bv co corp corporation foods gmbh group holdings inc kg labs limited llc llp ltd mutual oy partners plc pty
  pvt s.a s.r.l s.r.o sa sas solutions srl studios technologies traders`)

/** Words that can follow a company without a suffix. “Ads” isn’t here, so “I run Facebook ads” names no company. */
export const companyClosers = phraseList(`
  a an and based but from here i i'd i'm i've in is needs or that wants we which who with ! ( ) , - . / | –`)

/** Words before “from” or “at” that make the company the visitor’s: “I’m from Acme”, but not “an invoice from Acme”. */
export const companyIntroducers = phraseList("am are here i'm im we're writing")

/** Words that mark the visitor’s own business: “my bakery called Crumb”, but not “an app called Crumb”. */
export const ownership = phraseList('my our own run')

// Budget

/** An amount after one of these is too vague to use: “a few hundred”. */
export const vagueAmounts = phraseList('couple few several some')

/** A sum in a clause with one of these is the budget. */
export const budgetCues = phraseList(`
  able_to_pay afford as_high_as budget budget's budget-wise budgeted buy_me buy_us can_invest can_pay can_spend could_pay
  could_spend get_me get_us go_above go_beyond go_over go_to go_up_to happy_to_pay is_all_i is_all_we is_what_i is_what_i've
  is_what_we is_what_we've my_limit my_range our_limit our_range put_aside ready_to_pay set_aside spending_more_than
  stretch_to the_range to_invest to_spend will_spend willing_to_pay would_spend`)

/** Budget cues in short clauses only. */
export const shortBudgetCues = phraseList('max maximum tops')

/** A sum offered after one of these is the budget: “Can you do it for $3,400?” */
export const budgetOffers = phraseList(`
  do_it get_it make_it u_build u_develop u_do u_make you_build you_create you_develop you_do you_make`)

/** A sum next to one of these is the budget: “Would 1200 pounds be enough?” */
export const budgetQuestions = phraseList(`
  chalega cover doable enough feasible jayega ok okay possible realistic sufficient will_do would_do`)

/** Words around a sum that don’t reveal its purpose. */
export const amountFillers = phraseList(`
  about all approx approximately around at in it's just like max maximum maybe most ok only or roughly say so thinking to tops
  total up , - . ~`)

/** Words that can follow a sum without a currency. In “50 employees”, the next word says what is counted. */
export const amountClosers = phraseList(`
  all and as at be because before budget but buy by can could do enough for get hai i if in is it it's its just kya like lol
  max maximum maybe me mein not now ok okay only or please pls right set should so still tak though to tops total we would ! (
  ) , - . / : ? –`)

/** Words that can surround a currency in an answer: “i said dollars not rupees”. */
export const currencyFillers = phraseList("i in it's mean meant not please said us yes , .")

// Timeline

/** Urgency without a date, like “asap”. */
export const timelineMoods = phraseList(`
  a.s.a.p as_soon_as_possible asap flexible no_deadline no_hurry no_rush the_sooner_the_better`)

/** Words in dates by kind, for the patterns in timeline.ts. “May” is also a verb, so timeline.ts decides. */
export const dateWords = {
  preposition: 'after around before by in till until within',
  part: 'beginning early end late mid middle sometime start',
  relative: 'coming next this',
  ordinalSuffix: 'nd rd st th',
  filler: ', - / a about black first half of or the to –',
  month:
    'apr april aug august dec december feb february jan january jul july jun june mar march nov november oct october sep sept september',
  season:
    'autumn christmas diwali dussehra easter eid fall halloween holi navratri pongal q1 q2 q3 q4 ramadan ramzan spring summer thanksgiving winter xmas',
  weekday: 'friday monday saturday sunday thursday tuesday wednesday',
  unit: 'day days month months quarter week weekend weeks year years',
  number: 'couple eight few five four nine one seven six ten three twelve two',
  postposition: 'pehle se tak',
  time: 'time',
}

/** Prepositions that can come a few words before a date: “before the new term in September”. */
export const farPrepositions = phraseList('after before till until')

/** A date in a clause with one of these is the visitor’s desired date. */
export const timelineWishes = phraseList(`
  aim be_built be_completed be_delivered be_done be_finished be_up chahiye complete deadline deliver do_it_in done_by due
  finish have_it hoping launch live need_it need_them need_this needed ready target timeline up_by want_it want_this
  would_be_great`)

/** In a clause with one of these, only deadlines matter: “need it by winter”, but not “need alerts in winter”. */
export const weakTimelineWishes = phraseList("i'd_like must must_be need needs want wants we'd_like would_like")

// Requirements and users

export const products = phraseList(`
  accounts api app apps automation backend billing blog booking bookings bot calculator chatbot crm dashboard database
  directory e-commerce ecommerce erp export form forum frontend game generator integration inventory invoices kiosk landing
  login map marketplace mvp page pages payments planner platform plugin portal prototype reminders routing saas scheduler
  search shop site software spreadsheets sso store subscriptions sync system tool tracker waitlist webpage webshop website`)

/** A clause with one of these and a product describes the project. */
export const projectWishes = phraseList(`
  a_shop_with a_site_for a_site_with a_website_for a_website_with an_app_for an_app_with banwana banwani build_me
  can_you_build can_you_fix can_you_make chahiye could_you_build could_you_make fix_my fix_our i'd_like it_is_a it_is_an
  it's_a it's_an its_a its_an je_cherche just_a looking_for looking_to migrate more_like need needs plan_to planning project
  redesign replace thinking_about thinking_of trying_to want wants we'd_like would_like`)

/** The product’s task follows one of these. */
export const taskCues = phraseList(`
  app_has_to app_must app_should have_to_be_able_to it_has_to it_must it_should must_be_able_to should_be_able_to site_should
  system_should them_to`)

/** Words after a task cue that don’t describe a task: “It has to be live by friday”. */
export const launchWords = phraseList('done finished launched live online read ready spent true up_by')

/** A clause that starts with one of these is a question. */
export const questionStarts = phraseList('are did do does how is was what whats when where which who why')

/** A clause that starts with one of these doesn’t just name the product. */
export const selfStarts = phraseList("i i'm we")

/** A product after one of these is no longer wanted. */
export const denials = phraseList(`
  don't_need_a don't_need_an don't_want_a don't_want_an instead_of_a no_longer_a not_a not_an`)

export const people = phraseList(`
  agents clients colleagues crew crews customers desk doctors drivers employees everyone guests hygienists managers me members
  nurses office offices owners parents patients people pharmacist sales staff students teachers team technicians tenants us
  volunteers waiters`)

/** The product’s users follow one of these: “for our drivers”. */
export const ownPeopleCues = phraseList('for_my for_our')

/** An answer with one of these doesn’t name the users. */
export const doubtWords = phraseList("depends don't dont idk know sure yet")

// Vetoes

/** Words that rule out a match nearby as the field’s value. */
export const vetoes: Readonly<Record<ConsultationField, PhraseList>> = {
  // “I’m German”, “I’m Looking For A Developer”, “this is Great”, “Sure Thing”, “Sales Team, sales@…”
  name: phraseList(`
    a absolutely accounts admin african ai already also american an and anonymous anything app are asking assistant at
    australian available back based best brazilian british broke budget building busy but by call can canadian ceo certainly
    cfo chinese client company confused coo corp could cto curious customer dear definitely department designer developer
    director do doctor does done dutch email english european excited finance fine for founder french friday from gave german
    glad gladly gmbh going good great greek group happily happy have head hello here hey hi hindu hoping how hr i i'm idk
    important in inc indian info interested irish is it it's italian its japanese just korean later llc located looking lost
    ltd mail manager maybe me mexican monday muslim nah need new nigerian no nobody none nope not nothing now null nurse ok
    okay on or our override owner pakistani phone planning please polish procurement project purchasing pvt ready regards root
    running russian sad sales saturday scottish sent serious should so something sorry spanish spelled spelt still stuck
    student sunday support sure system team test thank thanks that the there thing thinking this thursday to tomorrow too
    trying tuesday turkish undefined urgent user very visitor vp want was we website wednesday welsh what whatever when who
    why will with wondering working worried would writing yep yes you your`),
  // “not the old one old@…”, “cc my colleague ravi@…”, “like name@example.com”, “i wrote to hello@…”
  email: phraseList(`
    assistant assistant's bcc boss boss's cc co-founder cofounder cofounder's colleague colleague's e.g eg emailed example
    form format former forward forwarded friend friend's guy her his husband husband's i_use like manager's not old partner
    partner's remove sends their we_use wife wife's wrote your`),
  // “I used to work at Siemens Ltd”, “our client, Delta Air Inc”, “we use Salesforce”, “no name yet”, “SOC2”, “from the USA”
  company: phraseList(`
    amazon australia aws boss bought built by canada client clients competitor competitors customer customers don't dr
    engineering etsy europe ex facebook finance former formerly gdpr germany google he hipaa hired hr hubspot india instagram
    invoice left like marketing mr mrs ms no not offer operations previously product quote recommended referred sales
    salesforce she shopify soc2 stripe supplier their they think uk until us usa use used uses using vendor wix wordpress
    worked`),
  // “last dev charged me 9k”, “quotes for 12k”, “we raised 500k”, “my rent is 2000”, “ISO 27001”, “$50 an hour”, “500 extra for a rush”,
  // “20 %”, “is $2,999 the package price?”, “marketing budget of 2000”, “their budget is 5k”, “customers would pay $20”
  budget: phraseList(`
    ad ads agencies agency annual annually another australian bloke budget_was can't_afford canadian cannot_afford cant_afford
    charge charged charges clients competitor competitors cousin cover coverage customers daily day deposit dev each earn
    employees extra fee fees freelancer freelancers funding gdpr guy he her his hosting hour hourly hr include includes
    indemnity installments instalments insurance invoice iso it_was items kong last liability loan lost made makes marketing
    mo month monthly number offered other package paid per percent phone products profit quote quoted quotes raised rate
    refund rent revenue salary sales save saved she singapore sold sq subscription tax their they turnover upfront users vat
    visitors week weekly whatsapp worth year yearly zealand %`),
  // “is Friday ok for a call?”, “sign our NDA before Tuesday”, “my contract ended in march”, “I opened the shop in 2019”,
  // “mine is due monday”, “remind customers in 2 days”, “how long does it take”
  timeline: phraseList(`
    ago answer appointment available broke budget buried call calls cancel chat clients contract customers death demo depends
    died employees ended estimate founded had happened hear hired homework how i_start invoice last lease long lost meet
    meeting mine missed nda opened passed patients pay payment per price proposal quit quote raised refund remind reminder
    reminders rent reply sign since speak start_on starting_on stopped students take takes talk users usually was we_start
    were worked working yesterday you_start zoom`),
  // “I don’t need an app”, “need a quote”, “book a call”, “are you hiring”, “want to know the price of an app”, “your app”
  requirements: phraseList(`
    aren't call charged college contract cost costs didn't doesn't don't dont help hire hiring homework internship invoice
    isn't isnt job know meeting nda never no not paid price prices quote quotes refund talk urgent wasn't won't wouldn't your`),
}
