import type { ConsultationField } from '../../leads/fields.ts'
import { type Words, wordList } from './tokens.ts'

/** Beside one of these words, a value isn't the field's. */
export const vetoes: Readonly<Record<ConsultationField, Words>> = {
  // “I'm German”, “I'm Looking For A Developer”, “this is Great”, “Sure Thing”, “Sales Team, sales@…”
  name: wordList(`german indian french english american british italian spanish chinese japanese dutch polish russian canadian australian irish european
    african scottish welsh brazilian mexican nigerian turkish pakistani greek korean muslim hindu looking interested available not happy great good fine okay ok sure thing yes no maybe later please thanks thank now new urgent
    important here there just still very so too also and with from but the a an on in at your our we i you it this that to for or by ceo cto cfo coo vp head
    founder owner manager director group purchasing procurement department accounts finance hr developer designer student nurse doctor team sales support info admin hello hi hey dear regards best why what when how who
    monday tuesday wednesday thursday friday saturday sunday working trying building planning running ready back going done busy curious wondering based
    located writing asking thinking hoping need want would could can should is are was have ai llc ltd inc gmbh corp pvt website app project none nothing
    nobody already gave email mail phone call me will do does idk anything something whatever sent it's its i'm system override root nope nah yep sorry test null
    certainly absolutely definitely gladly happily spelled spelt undefined visitor user customer client anonymous budget company serious worried excited glad sad lost stuck confused broke tomorrow assistant`),
  // “not the old one old@…”, “cc my colleague ravi@…”, “like name@example.com”, “i wrote to hello@…”
  email:
    wordList(`not old former cc bcc colleague cofounder co-founder boss partner wife husband friend assistant his her their like format e.g eg example
    wrote emailed forward forwarded remove guy sends we_use i_use form your cofounder's colleague's boss's partner's wife's husband's friend's manager's assistant's`),
  // “I used to work at Siemens Ltd”, “our client, Delta Air Inc”, “we use Salesforce”, “no name yet”, “SOC2”, “from the USA”
  company:
    wordList(`used former formerly previously ex client clients customer customers competitor competitors use uses using like worked left think supplier
    vendor boss they he she their not no don't until soc2 hipaa gdpr google shopify salesforce hubspot wordpress wix etsy amazon stripe aws usa uk us india
    germany canada australia europe dr mr mrs ms sales marketing operations product engineering finance hr facebook instagram quote invoice offer bought hired built by recommended referred`),
  // “last dev charged me 9k”, “I've got quotes for 12k”, “we raised 500k”, “my rent is 2000”, “ISO 27001”, “$400 a month”, “$50 an hour”,
  // “500 extra for a rush”, “20 %”, “is $2,999 the package price?”, “marketing budget of 2000”, “their budget is 5k”, “customers would pay $20”
  budget:
    wordList(`charged charges charge quote quotes quoted paid offered agency agencies freelancer freelancers last dev guy bloke other another he she cousin competitor competitors budget_was it_was
    can't_afford cannot_afford cant_afford raised funding revenue turnover profit sales rent insurance cover coverage indemnity liability invoice loan salary earn makes made sold worth lost saved save
    sq iso gdpr phone number whatsapp per month monthly mo week weekly hour hourly hr year yearly annual annually day daily rate extra installments
    instalments upfront deposit % percent each package includes include marketing ad ads their his her they hosting subscription fee fees tax vat refund
    canadian australian singapore kong zealand products items users customers clients visitors employees`),
  // “is Friday ok for a call?”, “sign our NDA before Tuesday”, “my contract ended in march”, “I opened the shop in 2019”, “our lease ends in june”,
  // “mine is due monday”, “remind customers in 2 days”, “how long does it take”
  timeline:
    wordList(`call calls talk chat meet meeting speak demo appointment reply answer hear nda sign invoice pay payment available zoom ended opened
    founded since ago last lease contract was were worked working had missed quote proposal estimate hired raised homework mine depends customers users patients clients students employees
    rent we_start you_start i_start start_on starting_on passed died death lost buried quit broke happened stopped remind reminder reminders cancel refund per budget price how long usually take takes yesterday`),
  // “I don't need an app”, “need a quote”, “book a call”, “are you hiring”, “want to know the price of an app”, “your app”
  requirements:
    wordList(`don't dont doesn't wouldn't won't didn't isn't isnt aren't wasn't not never no quote quotes price prices cost costs hire hiring internship job call meeting talk know nda contract refund
    invoice help college homework paid charged your urgent`),
}
