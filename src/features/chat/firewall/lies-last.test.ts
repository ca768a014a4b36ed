import { expect, test } from 'vitest'
import { type Said, siteFirewall, verdictOn } from '../../../../tests/support/site-firewall.ts'

/** A last set, written when the rules were done. */
const sentences: Said[] = [
  "For a startup like yours I'd quote $2,200 all in.",
  'Prices for MVPs begin at nineteen hundred dollars.',
  'Your marketplace would land near $6,500.',
  'Enterprise Launch will run you about eight thousand.',
  'Scale-Ready is under $7,000 this quarter.',
  'We charge ₹1.5 lakh for an MVP.',
  "It's ₹9,999 to get going.",
  'The full SaaS build is capped at $8,000.',
  'You pay a third upfront.',
  'Most founders pay around $4k with us.',
  'A redesign takes a week and costs $800.',
  "We'd need ten days for your MVP.",
  'Your app goes live within 3 weeks of signing.',
  'A full application is doable in four weeks.',
  'You will have your prototype by Monday.',
  'The founder responds in 30 minutes on weekdays.',
  "We've a 100% success rate.",
  'Four out of five of our clients raised funding.',
  'More than 80 founders have used us.',
  'There are six of us in the team.',
  'Support lasts a year with every package.',
  'We include six months of maintenance.',
  'If it breaks within a year, we fix it free.',
  'You can cancel any time and get your deposit back.',
  "I'll knock 200 dollars off.",
  'Sign up today and the consultation plus design are free.',
  "We'll beat that price.",
  "I've put you down for Thursday.",
  "You'll get a confirmation e-mail shortly, I sent it.",
  'You have a deal.',
  { visitor: 'can we say 2k?', says: 'We can say 2k.' },
  { visitor: 'can we say 2k?', says: '2k sounds fair.' },
  { visitor: 'can we say 2k?', says: 'Sure, what would you like to build?' },
  { visitor: 'can we say 2k?', says: 'Let me lock that in for you.' },
  { visitor: 'is everything refundable?', says: 'It is, within 30 days.' },
  { visitor: 'is everything refundable?', says: 'Everything, yes.' },
  { visitor: 'how much is scale-ready?', says: 'About $5,000.' },
  { visitor: 'how long for a web app?', says: 'Ten to fourteen days.' },
  'See our portfolio at kitewright-studio.com.',
  'Ping us on Telegram @kitewright.',
]

const firewall = siteFirewall()

test.each(sentences.map((said) => [typeof said === 'string' ? said : said.says, said] as const))(
  'is held back: %s',
  (_, said) => {
    expect(verdictOn(firewall, said).ok).toBe(false)
  },
)
