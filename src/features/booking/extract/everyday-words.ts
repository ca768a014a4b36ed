/**
 * Words of ordinary talk that are no one's name: interjections, verbs, things and qualities that come up when somebody
 * speaks of a site, an app or a trade. A reply of but these names neither a person nor, in small letters, a firm.
 */
const everyday: ReadonlySet<string> = new Set(
  `yo sup wow yikes whoa woah woo yay yup yea yah ya meh ugh eh huh hm hmmm aha ahem phew damn dang darn geez gosh omg lmao rofl idk idc imo
  imho tbh ngl fyi fwiw bet dope sick lit legit kinda sorta dunno lemme gimme cuz tho thru bruh fam chill word yessir indeed absolutely certainly
  exactly precisely totally agreed understood noted sounds fair deal done gotcha affirmative negative neither either nevermind whichever
  depends depending varies likely unlikely hopefully ideally preferably apparently obviously clearly surely truly kindly respectfully sincerely
  frankly generally normally typically usually originally initially eventually finally lastly firstly secondly also besides otherwise however
  therefore instead meanwhile afterwards whatsoever somehow somewhat altogether roughly exact estimate ballpark range limit cap ceiling
  accept achieve act adjust agree allow announce appear apply appreciate approve arrange arrive assign assume attach attract avoid base become
  begin behave believe belong block borrow bother break bring browse calculate cancel capture care carry cause celebrate chat choose claim clean
  clear click close collect combine comes compare compete complain complete concern confirm connect consider consist consult contain continue
  control convert convince copy count cover crash cut debug decide decline decrease define deliver demand deploy describe deserve determine
  difference differ discover discount display divide download draft drive earn edit educate eliminate embed emphasize employ enable encourage
  end engage enjoy ensure enter estimate evaluate exchange exclude execute exist expand explain explore export express extend face fail fall
  feature fill filter finish fit fix flow focus force forward gain gather generate grab grow guarantee guide hang happen hate hide hire host
  identify imagine impact implement import impress improve include increase indicate inform insist install integrate intend introduce invest
  invite involve joke judge jump justify keep kick kill lack land last launch laugh lead learn lend lie lift limit link list listen load locate
  lock login logout loop lose maintain mark match matter measure mention merge mind miss mix monitor motivate multiply navigate negotiate notice
  notify obtain occur operate optimize organise organize overcome owe owns pack paste pause perform pick pitch place play please point post
  postpone practise prepare present press pretend prevent proceed process produce profit promise promote proof propose protect prove provide
  publish pull purchase push put quit raise range rank react reach realise realize receive record reduce refer reflect refund refuse
  register regret reject relate relax release rely remain remember remind remove rename renew rent repair replace reply report request rescue
  research reserve resolve respond restart restore result retain return reveal review revise ring rise risk rush save scale scan schedule
  scroll search secure select sense separate serve settle share shift ship shoot shut sign signup sit skip sleep slow solve sort sound spread
  stand stay step store stretch struggle submit succeed suffer suit supply support surprise survive switch sync tackle target teach tend thank
  throw tie touch trade train transfer transform translate travel treat trigger trust turn type understand unlock upload upgrade usage value
  view visit vote wait wake warn waste watch wear win wonder worry wrap write yell tracking ordering scheduling invoicing reporting messaging
  payments payment orders order invoices invoice subscriptions subscription memberships membership members logins accounts account profiles
  profile users passwords password notifications notification reminders reminder emails texts sms chats calls reviews ratings photos photo
  images image videos video audio files file documents document pdf spreadsheet spreadsheets sheet sheets table tables chart charts graph maps
  map menu menus header footer button buttons layout colors colours color colour font fonts style styles look feel speed security privacy
  hosting domain domains server servers code coding data language languages translation content copywriting analytics traffic leads lead
  inventory stock shipping delivery pickup returns taxes tax vat gst coupon coupons loyalty points gift cards card cash credit debit wallet
  bank loan insurance salary wage wages hours shifts attendance payroll employees workers volunteers donors donations donation events event
  tickets ticket appointments appointment reservations reservation rooms room beds seats seat classes class courses course lessons lesson
  quiz quizzes exams exam grades homework parents kids children babies family families patients patient doctors nurses drivers riders
  passengers guests guest hosts tenants landlords buyers sellers vendors suppliers dealers retailers wholesalers distributors
  car cars bike bikes truck trucks boat boats house houses apartment apartments office offices building buildings land garden gardens yard
  food drinks coffee tea wine beer pizza cake cakes bread fruit vegetables meat fish flowers plants pets dogs dog cats cat horses cattle
  clothes clothing shoes bags jewelry furniture toys books music movies films sports gym yoga dance art crafts paint wood metal plastic glass
  paper water fire electricity gas oil air weather sun rain snow harvest season festival wedding birthday party holiday vacation trip
  city town village state country region district street road area neighborhood downtown suburb abroad overseas worldwide nationwide
  tonight midnight noon early later sooner latest earliest previous current future past ancient modern classic traditional minimal
  minimalist clean elegant premium luxury affordable reasonable acceptable fair strict simple complex complicated easy hard difficult tricky
  basic advanced custom standard normal regular special unique common rare popular famous main major minor primary secondary extra additional
  optional mandatory necessary essential key core central global local regional national international foreign domestic internal external
  public open closed empty broken damaged missing duplicate outdated old ugly dated stale boring fancy shiny smooth rough heavy light dark
  black white bold thin thick wide narrow deep shallow hot cold warm cool wet dry fresh raw sweet salty spicy healthy strong weak rich
  loud quiet fast slow rapid instant gradual steady stable safe dangerous honest polite rude kind mean smart dumb crazy weird strange funny
  grateful thankful excited nervous scared angry upset mad annoyed frustrated confused bored lazy hungry thirsty
  english french german spanish italian dutch portuguese polish russian arabic hebrew hindi urdu tamil telugu marathi gujarati bengali punjabi
  kannada malayalam chinese mandarin cantonese japanese korean vietnamese thai turkish greek swedish danish norwegian finnish czech hungarian
  romanian ukrainian swahili tagalog bilingual multilingual monthly weekly daily yearly hourly annually quarterly upfront deposit installments
  installment net gross plus minus percent percentage half double triple single dozen couple pair bunch lot lots bit piece pieces part parts
  level levels stage stages phase phases version versions step steps sprint sprints milestone milestones contract nda agreement terms policy
  hlo hlw hy hiii heya ka ki ke ko se par aur bhi toh wala wali bhai bhaiya didi fresher gamer hobbyist newcomer
  mobile desktop tablet laptop online offline stealth
  splendid lovely marvellous marvelous brilliant super fantastic terrific superb fab smashing delighted charming magnificent impressive interesting
  incredible unbelievable ridiculous nonsense rubbish hooray bravo cordially respectfully warmly regards greetings pardon apologies apology
  accha achha bilkul theek thik sahi haanji nahin abhi parso jaldi kitna kitne kaise kab kahan kyun kyon matlab sirf thoda zyada bahut
  bohot shukriya dhanyavaad vanakkam namaskar salaam pranam ciao bonsoir servus hallo tschuss ahoj privet merhaba obrigado 
  stealth prelaunch pre-launch undecided unregistered bootstrapped self-employed unemployed retired individual personal freelance `.split(
    /\s+/,
  ),
)

export function isEveryday(word: string): boolean {
  return everyday.has(word.toLowerCase())
}
