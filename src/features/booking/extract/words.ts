import { isEveryday } from './everyday-words.ts'

/** Lists of words as one text each: easy to read, to extend, and small when sent. */
function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** What joins and points in a sentence; ends any name of a person or company. */
export const functionWords = words(`
  uh um uhh umm erm queremos quiero necesitamos necesito busco buscamos voulons brauchen suchen vogliamo cerco
  है हूँ हूं मेरा नाम मैं mera meri naam mujhe hume humko soy ich bin sono suis je me llamo mein
  a an the this that these those my your his her its our their i me mine we us you u ur he she it they them who whom whose which what when
  where why how and or but nor so if then than because since while as at by for from in into of off on onto out over to up upon
  with without within about above across after against along among around before behind below beneath beside between beyond
  despite down during except inside near per through throughout toward towards under until via not no yes yep yup yeah nope
  nah ok okay k sure also just only even still too very really quite pretty rather almost already always never ever often sometimes
  usually again here there now today tomorrow yesterday tonight soon later maybe perhaps probably possibly definitely
  actually basically honestly currently presently simply literally mostly mainly am is are was were be been being do does did done have
  has had having can could shall should would will might must need needs needed want wants wanted wanna gonna gotta going let lets i'm im we're
  you're it's that's there's i've we've i'd we'd i'll we'll don't doesn't didn't can't won't isn't aren't wasn't dont cant doesnt
  myself yourself himself herself itself ourselves themselves n nd pls plz please kindly btw etc regarding re vs aka ie eg
`)

/** Said in passing, or about oneself, where a name could stand: "I'm happy", "this is urgent", "hello". */
const small = words(`
  hi hello hey hii hiya helo namaste greetings thanks thank thankyou thanx thx ty lol haha hmm hm oh ah well cool great good nice fine
  perfect awesome amazing excellent wonderful sorry oops welcome bye goodbye cheers regards best morning afternoon evening night dear sir sirs
  madam mam ma'am bro buddy dude mate guys folks team everyone everybody anyone anybody someone somebody nobody nothing something
  anything everything none all both each every any some many much more most less few several other another same such own one two
  three four five six seven eight nine ten hundred thousand million lakh lakhs crore first second third last next new done
  happy glad sad sick tired ready free busy curious open available unsure certain aware afraid worried serious confident keen eager
  able unable willing stuck lost late early back away alone single old young female male human real legit tiny medium
  large small big huge local remote solo independent freelance self non technical nontechnical important urgent correct right
  wrong true false private secret confidential irrelevant unknown unnamed unavailable flexible broke poor tight low high
  expensive cheap familiar similar different responsible major senior junior ex former fellow actual quick short long brief
  run running build make create develop design start launch sell buy work works own use help get got give take know think see look say
  says said ask tell told try call called email mail write send sent contact book talk speak discuss hear live come came go
  went move pay paid spend offer plan hope wish love like hate prefer mean meant believe understand feel seem wonder guess
  suppose expect follow manage handle deal require recommend suggest check read learn study teach found ignore forget set
  reset print show reveal output act pretend repeat delete drop select insert update represent reach join keep leave stop add fix change
  thing things stuff way time times question questions answer answers idea ideas problem issue issues info information details detail
  price prices pricing cost costs quote quotes budget budgets money rate rates fee fees amount payment timeline deadline
  project projects requirement requirements scope consultation meeting interest opportunity order service services
  monday tuesday wednesday thursday friday saturday sunday january february march july september october november
  december week weeks month months year years day days hour hours minute minutes asap name names mail email emails phone number contact
  somewhere nowhere anywhere home night far enough fully part full half anon anonymous test testing null undefined n/a na
  tbd tbc nil void whatever whoever skip secret maximum minimum total total max min approx approximately roughly usd inr eur gbp aed dollars dollar rupees
  bucks euros pounds rs lac lacs grand cr hai hain haan ji nahi kya chahiye mujhe main hum aap bhai yaar acha accha theek
  diwali deepavali christmas xmas easter eid holi navratri pongal onam thanksgiving hanukkah ramadan dussehra merry option
  biz wassup wazzup whassup wazup sup howdy hullo aight ahoy okie dokey gotcha lmao lmfao rofl yikes yay yup meh welp bruh bro
  yessir yep okey oki kk hehe hihi heh hah haha omg wow woah whoa yass hiho salutations heyo hiho heyho yello elo ello oi ay ayo yoo tada phew aha
  hola buenas bonjour salut guten tag ciao gracias merci danke si oui ja nein
`)

/** What people are, by trade, standing or origin: "I'm a founder", "I'm CTO at", "I'm Indian". */
const standings = words(`
  founder founders officer chief supervisor coordinator executive specialist cofounder co-founder cofounders co-founders ceo cto coo cfo cmo cio cpo vp avp svp evp md president director manager head lead leader owner owners co-owner
  partner partners developer developers dev devs engineer engineers designer designers consultant freelancer entrepreneur
  solopreneur student teacher professor doctor lawyer advocate accountant architect artist photographer writer author blogger creator
  influencer coach trainer therapist dentist realtor broker agent chef baker farmer nurse musician marketer researcher
  scientist analyst recruiter investor investors operator contractor builder plumber electrician salesperson assistant secretary
  intern employee boss staff member user users customer customers client clients visitor admin administrator root system
  superuser bot ai gpt person people man woman guy girl boy mom mum mother father dad parent husband wife brother
  sister friend friends cousin colleague colleagues co-worker coworker vendor supplier competitor newbie beginner
  product marketing sales operations ops engineering technology finance hr it design growth business businesses company companies startup startups start-up
  agency firm studio shop store brand school college university hospital clinic restaurant cafe gym bakery bank ngo nonprofit
  indian american british canadian australian german french spanish italian dutch swiss swedish norwegian danish
  finnish polish russian ukrainian chinese japanese korean vietnamese thai filipino indonesian malaysian singaporean
  pakistani bangladeshi nepali nepalese arab emirati saudi egyptian nigerian kenyan ghanaian african european asian
  mexican brazilian argentinian colombian chilean turkish greek portuguese irish scottish welsh israeli iranian iraqi lebanese
  punjabi gujarati marathi bengali tamil telugu kannada malayali english hindi muslim hindu sikh jewish buddhist vegan catholic protestant atheist
`)

/** Things that are built, and what they are built with. */
export const productWords = words(`
  app apps application applications website websites websit webiste site sites web webapp web-app webpage page pages homepage landing portal portals platform platforms
  dashboard dashboards store stores storefront webstore eshop e-shop e-store estore ecommerce e-commerce marketplace marketplaces crm erp cms lms hrms hris wms pim tms dms pos saas mvp prototype tool tools software system bot
  bots chatbot chatbots plugin plugins extension extensions api apis integration integrations automation automations game games product module
  feature features backend back-end frontend front-end database website's blog newsletter funnel checkout form forms calculator registration registrations signup enrolment enrollment ordering scheduling invoicing ticketing reservations calendar calendars webshop webshops onlineshop map quiz rota roster registry archive wiki helpdesk pwa microsite viewer tracker scheduler planner
  directory catalogue catalog booking bookings service logo branding ui ux wireframe wireframes mockup theme template redesign revamp migration
  rebuild workflow workflows pipeline scraper engine generator solution program programme clone builder panel widget kiosk
`)

/** What things are built with: alone it says nothing of what is wanted. */
export const toolWords = words(`
  ios android shopify wordpress woocommerce wix squarespace webflow magento react angular vue svelte next.js nextjs node node.js nodejs python django
  flask laravel php java kotlin swift flutter firebase supabase aws azure docker stripe razorpay paypal salesforce hubspot zapier airtable notion excel whatsapp
  telegram slack instagram facebook google linkedin twitter youtube tiktok chatgpt openai claude gemini graphql mongodb postgres postgresql mysql redis bubble
  vercel netlify seo ml llm typescript javascript html css intranet website/app wallet store's forum community simulator configurator sdk
`)

/** Fields of business that are given as a bare reply: "Healthcare", "real estate". */
const industries = words(`
  healthcare fitness education edtech fintech logistics hospitality retail fashion food beauty travel tourism insurance
  manufacturing construction agriculture farming automotive gaming entertainment media music sports wellness beverage
  estate legal law consulting textile textiles jewellery jewelry pharma biotech energy solar
`)

/** "excited", "looking", "profitable": never names, unless they are here. */
const describing = /(?:ing|ed|ly|able|ible|ful|less|ous|tion|ment|ness)$/
const namesThatDescribe = words(`
  ming jing ling ping qing king ying xing ding ting bing ning sterling irving fleming manning harding dowling browning keating downing
  reed ahmed mohammed muhammed fred ed ted jared syed saeed sayed waheed javed jed alfred mohamed hamed rashed khaled waleed majed
  naveed nored shaheed jawed emily sally kelly lily molly carly billy willy holly polly beverly kimberly shelly lilly elly sky
  ely ally jolly nelly dolly milly tilly kiely mabel clement element manly haverly stanly everly reilly riley connolly donnelly
  channing golding channing hastings wilfred winifred mildred alfreed ameed hameed rasheed hamid zahed nahed saied
  ayed obed elfed aled creed tweed sneed mead jaleed
`)

/** Names that are also words: a capital makes them names. */
const namesThatAreWords = words(`
  will may mark hope grace joy rich max min art young long king sky do an march early small good best day love white black
  brown green gray grey rose lily page noble power gates field banks bishop knight baker cook farmer mason miller smith
  taylor hunter fisher gardener potter carpenter turner walker butler carter cooper porter parker shepherd singer weaver
  price prince duke earl dean chance chase dash drew ray ji mai sun song moon wall sharp short stone strong swift summer
  winter frank ernest pat bill rob sue guy jack nick rusty miles house holland england ireland paris london austin
  dallas van hui li le la lu bo su ha ho hu lim yu um noor hai ja bai sen soo thi thang tam tan claude angel dev happy
  jolly lucky sunny buddy das law temple church major mills stones flowers glass fields rivers waters brooks woods bell towers bond
  gardens lane marsh wells ford gold silver crane wolf fox bird finch lamb hawk swan
`)

const firstNamesThatAreWords = words(`
  will may mark hope grace joy rich art max sue rob bill pat guy dean earl duke frank ernest dev lucky sunny happy jolly angel prince king rose lily jack nick ray drew
  chase miles rusty dawn buddy chance early scott noble hunter mason carter parker cooper taylor tyler march sky summer
`)

/** A first name that is also an ordinary word; small letters make it a name only after "my name is". */
export function isWordlikeFirstName(word: string): boolean {
  return firstNamesThatAreWords.has(word.toLowerCase())
}

/** Alone it tells a trade: "I'm Baker". */
export function isTrade(word: string): boolean {
  return standings.has(word.toLowerCase())
}

/** A surname that is also an ordinary word, as a last word after a first name: "paul young". */
export function isWordlikeName(word: string): boolean {
  const lower = word.toLowerCase()
  return namesThatAreWords.has(lower) && !functionWords.has(lower) && !/^(?:page|sharp)$/.test(lower)
}

/** Whether a word can be part of a person's name. `isCapital`: written with a capital by somebody who uses them. */
export function canBeName(word: string, isCapital: boolean): boolean {
  const lower = word.toLowerCase()
  if (isCapital && namesThatAreWords.has(lower)) return true
  if (!isCapital && isEveryday(lower)) return false
  if (functionWords.has(lower) || small.has(lower) || standings.has(lower) || productWords.has(lower)) return false
  return !industries.has(lower) && !/^(?:inc|llc|ltd|llp|gmbh|pvt|corp|plc|limited)$/.test(lower)
}

/** For the first word after "I'm" and the like: also no "excited", "looking", "responsible". */
export function canStartName(word: string, isCapital: boolean): boolean {
  const lower = word.toLowerCase()
  return (
    !lower.startsWith('ex-') &&
    (!toolWords.has(lower) || namesThatAreWords.has(lower)) &&
    canBeName(word, isCapital) &&
    (!isEveryday(lower) || (isCapital && namesThatAreWords.has(lower))) &&
    (lower.length < 5 || !describing.test(lower) || namesThatDescribe.has(lower))
  )
}

/** Whether a word in small letters can be part of a company's name. */
export function canBeCompany(word: string): boolean {
  const lower = word.toLowerCase()
  return !functionWords.has(lower) && !small.has(lower) && !standings.has(lower)
}

/** Verbs, adjectives and the like that describe a company: "my company is growing". */
export function isDescription(word: string): boolean {
  const lower = word.toLowerCase()
  return describing.test(lower) || small.has(lower) || functionWords.has(lower)
}

export const companyWords = words(`
  labs lab technologies technology tech techno solutions systems software softwares studio studios media foods group holdings ventures
  capital associates consulting consultancy consultants services enterprises enterprise industries exports export imports
  traders trading textiles steels logistics motors energy health healthcare dental clinic clinics hospital hospitals pharma
  realty realtors estates homes interiors designs creatives digital networks network robotics analytics academy school schools
  institute college foundation trust society bank finance financial insurance travels tours hotels resorts kitchen bakery
  cafe café coffee bros brothers sons company corp agency works creations collective club fitness wellness apparel fashions
  jewellers organics architects architecture farms dairy press publishing films pictures productions events interactive security electric
  electronics plumbing roofing construction constructions builders infra infotech infosystems developers international
  global worldwide association council ministry committee federation union church temple trustees alliance partners partnership university boutique salon spa restaurant bistro brewery outfitters supply
  ecommerce commerce mart bazaar store stores shop market goods garments crafts apps ai io advisors advisory law legal
  co & llc pizza pizzeria tacos grill diner deli bar pub cafeteria eatery sweets bakers bakes cakes roasters roastery roastworks distillery winery
  wines vineyard vineyards estate ranch farm nursery orchard ferments spices oils dairies seafood catering caterers moving movers towing garage autos auto
  cars motorcycles detailing cleaners cleaning laundry landscaping lawn gardens florist florists flowers rescue shelter ngo fund charity alliance network
  kennels vet veterinary pets grooming daycare kindergarten preschool tutoring coaching classes gymnasium crossfit pilates yoga dojo dance theatre theater
  museum gallery library band records radio fm magazine books bookshop bookstore editions prints printing printers signs photography photo photos weddings
  jewelry jewelers gems opticians optical pharmacy chemists physio physiotherapy chiropractic orthodontics wellbeing counselling therapy hair barbers barbershop
  nails beauty cosmetics skincare tattoo tailors textiles silks sarees handlooms fabrics mills yarns furniture woodworks woodcraft carpentry joinery kitchens tiles stones
  marbles granites cement paints hardware tools machinery machines metals plastics packaging polymers chemicals agro agri seeds fertilizers
  cargo freight couriers courier transport transports carriers lines airways aviation marine shipping yachts charters rentals rental hostel hostels lodge inn
  resort villas homestay homestays adventures expeditions safaris treks outdoors cycles bikes surf sailing golf properties property housing constructors
  contractors surveyors engineering engineers plumbers electricals electrical hvac heating cooling roofers windows doors glass flooring lighting renewables
  accounting accountants bookkeeping tax audits auditors recruitment recruiters staffing talent hr translations studios atelier workshop forge foundry brands branding
  marketing advertising ads pr communications broadcasting games gaming toys sports athletics football cricket academy learning education tutorials edtech fintech healthtech
  biotech sciences science research diagnostics imaging devices instruments automation dynamics concepts innovations ideas makers hub point zone world city corner house
  massage honey heating air charters bakehouse brewhouse grocers butchers tuition entertainment aerospace orchards candles soaps ceramics pottery watches clocks florals rural boatyard boats marina tyres tires solicitors trust council archaeology digs development trustees initiative project movement coalition society mission outreach welfare samiti sangh sabha mandal
`)

export const industryWords = industries
