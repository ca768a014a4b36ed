/** Lists of words as one text each: easy to read, to extend, and small when sent. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** What joins and points in a sentence; ends any name of a person or company. */
export const functionWords = words(`
  uh um uhh umm erm queremos quiero necesitamos necesito busco buscamos voulons brauchen suchen vogliamo cerco है हूँ हूं मेरा नाम मैं mera meri naam
  mujhe hume humko soy ich bin sono suis je me llamo mein a an the this that these those my your his her its our their i mine we us you u ur he she it
  they them who whom whose which what when where why how and or but nor so if then than because since while as at by for from in into of off on onto
  out over to up upon with without within about above across after against along among around before behind below beneath beside between beyond
  despite down during except inside near per through throughout toward towards under until via not no yes yep yup yeah nope nah ok okay k sure also
  just only even still too very really quite pretty rather almost already always never ever often sometimes usually again here there now today
  tomorrow yesterday tonight soon later maybe perhaps probably possibly definitely actually basically honestly currently presently simply literally
  mostly mainly am is are was were be been being do does did done have has had having can could shall should would will might must need needs needed
  want wants wanted wanna gonna gotta going let lets i'm im we're you're it's that's there's i've we've i'd we'd i'll we'll don't doesn't didn't can't
  won't isn't aren't wasn't dont cant doesnt myself yourself himself herself itself ourselves themselves n nd pls plz please kindly btw etc regarding
  re vs aka ie eg
`)

const small = words(`
  hi hello hey hii hiya helo namaste greetings thanks thank thankyou thanx thx ty lol haha hmm hm oh ah well cool great good nice fine perfect awesome
  amazing excellent wonderful sorry oops welcome bye goodbye cheers regards best morning afternoon evening night dear sir sirs madam mam ma'am bro
  buddy dude mate guys folks team everyone everybody anyone anybody someone somebody nobody nothing something anything everything none all both each
  every any some many much more most less few several other another same such own one two three four five six seven eight nine ten hundred thousand
  million lakh lakhs crore first second third last next new done happy glad sad sick tired ready free busy curious open available unsure certain aware
  afraid worried serious confident keen eager able unable willing stuck lost late early back away alone single old young female male human real legit
  tiny medium large small big huge local remote solo independent freelance self non technical nontechnical important urgent correct right wrong true
  false private secret confidential irrelevant unknown unnamed unavailable flexible broke poor tight low high quick short long run running build make
  start launch sell buy work works use help get got take know think see say says said ask tell call called email mail write send contact book talk
  live come go move pay paid spend offer plan hope wish love like prefer follow manage require read set delete drop update represent reach join leave
  add fix thing things time times question questions answer idea price cost costs quote budget money fees amount timeline deadline project requirement
  consultation meeting order monday tuesday wednesday thursday friday saturday sunday january february march july september october november december
  week month months year day asap name phone home far full half na whatever total max approx roughly usd inr eur gbp aed dollars rupees pounds rs
  grand hai ji chahiye main hum aap accha diwali christmas easter navratri pongal biz wassup sup howdy ahoy dokey yikes bruh okey kk hehe wow ay ayo
  hola bonjour salut guten tag danke
`)

const everyday = words(`
  yo woo yea yah ya ugh eh huh hmmm ahem damn dang darn geez gosh idk idc imo imho tbh ngl fyi fwiw bet dope lit kinda sorta dunno lemme gimme cuz tho
  thru fam chill word indeed absolutely certainly agreed noted sounds fair neither either depends ideally finally otherwise instead limit cap ceiling
  allow care collect complete confirm cut deliver discount end export finish guide integrate introduce lead lose mark owns play prepare produce
  purchase relax repair reply report rescue rise rush search share sign slow stay target trade trust upload wait waste tracking ordering payments
  subscription members users audio menu hosting code delivery gst donors donation tickets ticket appointment reservations room course patients patient
  nurses drivers vendors bike truck office building food pizza gym yoga paper water festival trip village street noon sooner current complicated
  standard internal black white cold kind weird excited confused hungry english bit parts version hlo hiii ka se aur bhaiya didi mobile online
  splendid lovely super kitna kab thoda namaskar salaam servus hallo personal
`)

const standings = words(`
  founder founders officer chief supervisor coordinator executive specialist cofounder co-founder cofounders co-founders ceo cto coo cfo cmo cio cpo
  vp md president director manager head lead leader owner owners co-owner partner partners developer developers dev devs engineer engineers designer
  designers consultant freelancer entrepreneur student teacher professor doctor lawyer advocate accountant architect artist photographer writer author
  blogger creator coach trainer therapist dentist realtor broker agent chef baker farmer nurse musician marketer researcher scientist analyst
  recruiter investor investors operator contractor builder salesperson assistant secretary intern employee boss staff member user users customer
  customers client clients visitor admin administrator root system bot ai gpt person people man woman guy girl boy mom mother father dad parent
  husband wife brother sister friend friends colleague colleagues vendor supplier competitor product marketing sales operations ops engineering
  technology finance hr it design growth business businesses company companies startup startups start-up agency firm studio shop store brand school
  college university hospital clinic restaurant cafe gym bakery bank ngo indian american british canadian australian german french spanish italian
  dutch swiss swedish polish russian ukrainian chinese japanese korean vietnamese thai pakistani bangladeshi arab saudi nigerian african european
  asian mexican brazilian turkish greek portuguese irish tamil english buddhist
`)

export const productWords = words(`
  app apps application applications website websites websit webiste site sites web webapp web-app webpage page pages homepage landing portal portals
  platform platforms dashboard dashboards store stores storefront webstore eshop e-shop e-store estore ecommerce e-commerce marketplace marketplaces
  crm erp cms lms hrms hris wms pim tms dms pos saas mvp prototype tool tools software system bot bots chatbot chatbots plugin plugins extension
  extensions api apis integration integrations automation automations game games product module feature features backend back-end frontend front-end
  database website's blog newsletter funnel checkout form forms calculator registration registrations signup enrolment enrollment ordering scheduling
  invoicing ticketing reservations calendar calendars webshop webshops onlineshop map quiz rota roster registry archive wiki helpdesk pwa microsite
  viewer tracker scheduler planner directory catalogue catalog booking bookings service logo branding ui ux wireframe wireframes mockup theme template
  redesign revamp migration rebuild workflow workflows pipeline scraper engine generator solution program programme clone builder panel widget kiosk
`)

export const toolWords = words(`
  ios android shopify wordpress woocommerce wix squarespace webflow magento react angular vue svelte next.js nextjs node node.js nodejs python django
  flask laravel php java kotlin swift flutter firebase supabase aws azure docker stripe razorpay paypal salesforce hubspot zapier airtable notion
  excel whatsapp telegram slack instagram facebook google linkedin twitter youtube tiktok chatgpt openai claude gemini postgresql bubble seo llm
  typescript javascript html css intranet wallet store's forum community sdk
`)

export const companyWords = words(`
  labs lab technologies technology tech techno solutions systems software softwares studio studios media foods group holdings ventures capital
  associates consulting consultancy consultants services enterprises enterprise industries exports export imports traders trading textiles steels
  logistics motors energy health healthcare dental clinic clinics hospital hospitals pharma realty realtors estates homes interiors designs creatives
  digital networks network robotics analytics academy school schools institute college foundation trust society bank finance financial insurance
  travels tours hotels resorts kitchen bakery cafe café coffee bros brothers sons company corp agency works creations collective club fitness wellness
  apparel fashions jewellers organics architects architecture farms dairy press publishing films pictures productions events interactive security
  electric electronics plumbing roofing construction constructions builders infotech developers international global worldwide association council
  ministry committee federation union church temple partners partnership university boutique salon spa restaurant bistro brewery outfitters supply
  ecommerce commerce mart store stores shop market goods garments crafts apps ai io advisors advisory law legal co & llc pizza pizzeria tacos grill
  diner bar pub sweets bakers bakes cakes roasters roastery distillery winery wines vineyard estate ranch farm nursery orchard seafood catering
  caterers garage autos auto cars motorcycles detailing cleaners cleaning laundry landscaping gardens florist florists flowers rescue shelter ngo fund
  charity veterinary library prints transport rental surf massage honey ceramics gmbh ltd limited inc llp kg
`)

const describing = /(?:ing|ed|ly|able|ible|ful|less|ous|tion|ment|ness)$/
const namesThatDescribe = words(`
  ming jing ling ping qing king ying irving fleming manning harding browning reed ahmed mohammed fred ed ted jared syed saeed javed alfred mohamed
  khaled waleed emily sally kelly lily molly billy holly polly beverly ally mabel clement reilly riley donnelly
`)

/** Names that are also words: a capital makes them names. */
const namesThatAreWords = words(`
  will may mark hope grace joy rich max min art young long king sky do an march early small good best day love white black brown green gray grey rose
  lily page noble power gates field banks bishop knight baker cook farmer mason miller smith taylor hunter fisher gardener potter carpenter turner
  walker butler carter cooper porter parker shepherd singer weaver price prince duke earl dean chance chase dash drew ray ji mai sun song moon wall
  sharp short stone strong swift summer winter frank ernest pat bill rob sue guy jack nick rusty miles house holland england ireland paris london
  austin dallas van hui li le la lu bo su ha ho hu lim yu um noor hai ja bai sen soo thi thang tam tan claude angel dev happy jolly lucky sunny buddy
  das law temple church major mills stones flowers glass fields rivers waters brooks woods bell towers bond gardens lane marsh wells ford gold silver
  crane wolf fox bird finch lamb hawk swan dawn scott tyler
`)

const places = words(`
  india usa us america uk england scotland wales ireland canada australia germany austria switzerland france spain portugal italy netherlands belgium
  denmark sweden norway finland poland ukraine russia turkey israel egypt nigeria ghana kenya uganda south_africa morocco jordan uae saudi_arabia
  qatar pakistan bangladesh nepal sri_lanka china japan korea singapore malaysia thailand vietnam indonesia philippines brazil mexico argentina chile
  colombia peru new_zealand europe asia africa mumbai delhi new_delhi bangalore bengaluru chennai kolkata hyderabad pune ahmedabad surat jaipur
  lucknow indore nagpur kochi goa gurgaon gurugram noida chandigarh coimbatore kerala gujarat maharashtra punjab tamil_nadu karnataka new_york nyc
  los_angeles la san_francisco sf san_diego san_jose seattle portland denver austin dallas houston chicago boston miami atlanta philadelphia
  washington california texas florida london manchester birmingham leeds bristol glasgow edinburgh dublin toronto vancouver montreal sydney melbourne
  brisbane perth auckland berlin munich hamburg frankfurt cologne vienna zurich geneva paris lyon madrid barcelona lisbon rome milan amsterdam
  brussels stockholm oslo copenhagen helsinki warsaw prague budapest athens istanbul moscow kyiv tel_aviv dubai abu_dhabi doha riyadh cairo lagos
  nairobi accra johannesburg cape_town karachi lahore dhaka kathmandu colombo beijing shanghai hong_kong tokyo seoul bangkok jakarta manila
  mexico_city buenos_aires lima charlotte jalandhar ludhiana madurai nashik nice up
`)

export function isEveryday(word: string): boolean {
  return everyday.has(word.toLowerCase())
}

/** Alone it tells a trade: "I'm Baker". */
export function isTrade(word: string): boolean {
  return standings.has(word.toLowerCase())
}

/** A name that is also an ordinary word: "Grace", or the last one of "paul young". */
export function isWordlikeName(word: string): boolean {
  const low = word.toLowerCase()
  return namesThatAreWords.has(low) && !functionWords.has(low)
}

/** Whether a word can be part of a person's name. `isCapital`: written with a capital by somebody who uses them. */
export function canBeName(word: string, isCapital: boolean): boolean {
  const low = word.toLowerCase()
  if (isCapital && namesThatAreWords.has(low)) return true
  return (isCapital || !everyday.has(low)) && canBeCompany(word) && !productWords.has(low)
}

export function canStartName(word: string, isCapital: boolean): boolean {
  const low = word.toLowerCase()
  if (!canBeName(word, isCapital) || low.startsWith('ex-')) return false
  if (isCapital && namesThatAreWords.has(low)) return true
  return (
    !toolWords.has(low) && !everyday.has(low) && (low.length < 5 || !describing.test(low) || namesThatDescribe.has(low))
  )
}

export function canBeCompany(word: string): boolean {
  const low = word.toLowerCase()
  return !functionWords.has(low) && !small.has(low) && !standings.has(low)
}

export function isDescription(word: string): boolean {
  const low = word.toLowerCase()
  return describing.test(low) || small.has(low) || functionWords.has(low)
}

/** `Pune`, `Pune, India`, `the US`: every part is a place. */
export function isPlace(text: string): boolean {
  const parts = text.toLowerCase().replace(/^the /, '').replaceAll('.', '').split(', ')
  return parts.every(
    (part) => places.has(part.replaceAll(' ', '_')) || part.split(' ').every((word) => places.has(word)),
  )
}
