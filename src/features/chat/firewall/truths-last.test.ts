import { expect, test } from 'vitest'
import { type Said, siteFirewall, verdictOn } from '../../../../tests/support/site-firewall.ts'

/** A last set, written when the rules were done. */
const sentences: Said[] = [
  { visitor: 'cost of mvp?', says: 'MVPs here start from $2,999; your quote will name the exact price.' },
  { visitor: 'cost of mvp?', says: 'Prices for an MVP begin at $2,999.' },
  {
    visitor: 'cost of mvp?',
    says: 'Roughly speaking, an MVP starts from $2,999 and a full SaaS build lies between $5,000 and $9,999.',
  },
  { visitor: 'how long is a web app?', says: 'A full web application is usually live in six to eight weeks.' },
  { visitor: 'how long is a web app?', says: 'That is about 6 to 8 weeks for a full application.' },
  {
    visitor: 'packages?',
    says: 'There are three: Startup MVP Package for $4,997, Scale-Ready Package for $7,997, and Enterprise Launch for $12,997.',
  },
  { visitor: 'packages?', says: 'All of them include 30 days of support.' },
  { visitor: 'packages?', says: 'Choose Scale-Ready ($7,997) if many people are waiting.' },
  { visitor: 'can we say 2k?', says: "I can't agree to $2,000, since an MVP starts from $2,999." },
  { visitor: 'can we say 2k?', says: 'Your $2,000 is below the $2,999 that an MVP starts from.' },
  { visitor: 'can we say 2k?', says: 'Only the founder can set a price, in a written quote.' },
  { visitor: 'discount?', says: 'No discount is running now; the 10% promotion was valid till August 2025.' },
  { visitor: 'refund?', says: "I can't promise a refund; the quote says how payments are settled." },
  { visitor: 'is it guaranteed?', says: "No, I can't guarantee that." },
  { visitor: 'team size?', says: "It's a one-person studio, so you talk to the developer directly." },
  { visitor: 'do you know react?', says: 'Yes, React and Next.js are part of the stack.' },
  { visitor: 'call?', says: 'The discovery call is free and takes 30 minutes.' },
  { visitor: 'call?', says: 'After it, you get a written plan with a fixed price within a week.' },
  { visitor: 'reply?', says: 'Expect an answer within 24 hours.' },
  {
    visitor: 'clients?',
    says: 'The site names six client projects, among them Parcelmoth, with an 87% reduction in errors.',
  },
  {
    visitor: 'uptime?',
    says: 'Software is kept at 99.9% uptime, which becomes a commitment only where your quote repeats it.',
  },
  {
    visitor: 'hello, i run a gym with 300 members',
    says: 'For a gym with 300 members, what should the first version do?',
  },
  { visitor: 'mail?', says: 'Write to hello@kitewright.example, and you will hear back within 24 hours.' },
  { visitor: 'start?', says: 'Would you like to leave your name and e-mail address?' },
  { visitor: 'i want it by june', says: 'You want it by June; what must work on that day?' },
  { visitor: 'nda?', says: 'If you want a separate agreement first, you can send it before telling your idea.' },
  { visitor: 'who owns the code?', says: 'The code becomes yours once its milestone is paid in full.' },
  { visitor: 'do you do seo?', says: 'Pages are built so that search engines can read them.' },
  { visitor: '72 hours real?', says: 'Yes, the smallest MVP can be built in 72 hours if everything is prepared.' },
  { visitor: 'india?', says: 'Yes, the studio works with founders in the US and India.' },
]

const firewall = siteFirewall()

test.each(sentences.map((said) => [typeof said === 'string' ? said : said.says, said] as const))(
  'passes: %s',
  (_, said) => {
    expect(verdictOn(firewall, said).ok).toBe(true)
  },
)
