import { describe, expect, test } from 'vitest'
import { checkMailRecords, readSpf } from './check-mail-records.ts'

type Answers = Record<string, string[] | 'ENODATA' | 'ETIMEOUT' | 'ESERVFAIL' | 'silence'>

/** A name server that knows these names and no others. Long records come in pieces, as they do. */
function resolverThat(answers: Answers) {
  return {
    resolveTxt: async (name: string) => {
      const answer = answers[name] ?? 'ENOTFOUND'
      if (answer === 'silence') return await new Promise<never>(() => {})
      if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer })
      return answer.map((record) => record.match(/.{1,255}/gs) ?? [''])
    },
  }
}

async function findingsFor(answers: Answers, timeoutMs?: number): Promise<string[]> {
  const findings = await checkMailRecords('a.com', resolverThat(answers), timeoutMs)
  return findings.map(({ state, text }) => `${state} ${text}`)
}

const dmarc = { '_dmarc.a.com': ['v=DMARC1; p=none'] }

describe('SPF of the sender’s domain', () => {
  const includes = (count: number) =>
    `v=spf1 ${Array.from({ length: count }, (_, i) => `include:s${i}.com`).join(' ')} -all`
  const targets = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`s${i}.com`, ['v=spf1 ip4:192.0.2.1 -all']]))
  test.each<[string, string[], RegExp, Answers?]>([
    [
      'is right',
      ['other', 'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 a mx:b.com/24//64 -all'],
      /^ok SPF of a\.com is right/,
    ],
    ['lets others through softly', ['v=spf1 mx ~all'], /^ok SPF/],
    ['is another’s', ['v=spf1 redirect=b.com'], /^ok SPF/, { 'b.com': ['v=spf1 mx -all'] }],
    [
      'is another’s that lets everybody through',
      ['v=spf1 redirect=b.com'],
      /^wrong SPF of b.+\+all/,
      { 'b.com': ['v=spf1 +all'] },
    ],
    ['is another’s that does not end', ['v=spf1 redirect=b.com'], /^note SPF of b/, { 'b.com': ['v=spf1 mx'] }],
    ['names another beside its own end', ['v=spf1 mx -all redirect=gone.com'], /^ok SPF/],
    ['is another’s in a circle', ['v=spf1 redirect=a.com'], /^wrong .+more than 10/],
    ['depends on the sender', ['v=spf1 exists:%{i}.b.com include:%{d}.b.com -all'], /^ok SPF/],
    ['is not there', ['google-site-verification=x', 'v=spf10 -all'], /^wrong a\.com has no SPF record/],
    ['is there twice', ['v=spf1 -all', 'v=spf1 mx -all'], /^wrong a\.com has 2 SPF records/],
    ['lets everybody through', ['v=spf1 mx +all'], /^wrong .+\+all/],
    ['lets everybody through with a bare all', ['v=spf1 all'], /^wrong .+\+all/],
    ['does not say', ['v=spf1 mx ?all'], /^note SPF/],
    ['does not end', ['v=spf1 mx'], /^note SPF/],
    [
      'is misspelt',
      ['v=spf1 ipv4:192.0.2.1 mx: ip4:300.1.1.1 ip4:192.0.2.1/33 includ:x\u001B[31m -all'],
      /^wrong .+“ipv4:192\.0\.2\.1 mx: ip4:300\.1\.1\.1 ip4:192\.0\.2\.1\/33 includ:x \[31m”/,
    ],
    ['asks ten times', [includes(10)], /^ok SPF/, targets],
    ['asks eleven times', [includes(11)], /^wrong .+more than 10/, targets],
    [
      'asks too often behind another',
      ['v=spf1 include:b.com -all'],
      /^wrong .+more than 10/,
      { 'b.com': [includes(10)], ...targets },
    ],
    ['asks in a circle', ['v=spf1 include:a.com -all'], /^wrong .+more than 10/],
    ['names a domain without one', ['v=spf1 include:b.com -all'], /^wrong .+b\.com, which it names, has no SPF/],
    [
      'names a domain that does not answer',
      ['v=spf1 include:b.com -all'],
      /^note SPF of a\.com not checked/,
      { 'b.com': 'ETIMEOUT' },
    ],
  ])('%s', async (_, records, told, more = {}) => {
    expect((await findingsFor({ ...dmarc, ...more, 'a.com': records }))[0]).toMatch(told)
  })

  test('is read to its end however long it is', () => {
    const terms = ['a:'.repeat(30_000), 'ip6:::::'.repeat(8_000), 'x=y'.repeat(20_000), `${'-'.repeat(60_000)}all`]
    expect(readSpf(`v=spf1 ${terms.join(' ')} ?all`).ending).toBe('?')
  })
})

describe('DMARC', () => {
  const spf = { 'a.com': ['v=spf1 -all'], 'mail.a.com': ['v=spf1 -all'] }
  test.each<[string, Answers, RegExp]>([
    ['is told', dmarc, /^ok _dmarc\.a\.com says p=none$/],
    [
      'is told with all that may stand in it',
      { '_dmarc.a.com': ['v=DMARC1;p=Reject;rua=mailto:x@a.com'] },
      /says p=reject$/,
    ],
    ['is not there', { '_dmarc.a.com': ['hello'] }, /^note a\.com has no DMARC record/],
    ['has no policy', { '_dmarc.a.com': ['v=DMARC1; rua=mailto:x@a.com'] }, /^wrong .+p= must be/],
    ['has a policy that does not exist', { '_dmarc.a.com': ['v=DMARC1; p=maybe'] }, /^wrong .+p= must be/],
    ['is there twice', { '_dmarc.a.com': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, /^wrong .+2 DMARC/],
    ['does not answer', { '_dmarc.a.com': 'ESERVFAIL' }, /^note DMARC of a\.com not checked/],
  ])('%s', async (_, answers, told) => {
    expect((await findingsFor({ ...spf, ...answers })).at(-1)).toMatch(told)
  })

  test('of the domain above counts for those below', async () => {
    const resolver = resolverThat({ ...spf, ...dmarc })
    const findings = await checkMailRecords('mail.a.com', resolver)
    expect(findings.at(-1)).toMatchObject({ state: 'ok', text: '_dmarc.a.com says p=none' })
  })
})

describe('DKIM', () => {
  const spf = { ...dmarc, 'a.com': ['v=spf1 -all'] }
  test.each<[string, Answers, RegExp]>([
    ['is published under some name', { '_domainkey.a.com': 'ENODATA' }, /^ok a\.com has published a DKIM key/],
    ['is not there', {}, /^note nothing is known at _domainkey\.a\.com/],
    ['does not answer', { '_domainkey.a.com': 'ETIMEOUT' }, /^note DKIM of a\.com not checked/],
  ])('%s', async (_, answers, told) => {
    expect((await findingsFor({ ...spf, ...answers }))[1]).toMatch(told)
  })
})

describe('a name server', () => {
  test.each(['ETIMEOUT', 'ESERVFAIL', 'silence'] as const)(
    'that answers with %s is one note and no fault',
    async (answer) => {
      const told = await findingsFor({ 'a.com': answer }, 20)
      expect(told).toEqual(['note SPF, DKIM and DMARC of a.com not checked: no answer from the name server'])
    },
  )

  test('that does not know the domain is one note and no fault', async () => {
    expect(await findingsFor({})).toEqual([expect.stringMatching(/^note the name server knows no domain a\.com/)])
  })

  test('that answers in part is believed in part', async () => {
    const told = await findingsFor({ 'a.com': ['v=spf1 -all'], '_dmarc.a.com': 'silence' }, 20)
    expect(told).toEqual([
      expect.stringMatching(/^ok SPF/),
      expect.stringMatching(/^note nothing is known/),
      expect.stringMatching(/^note DMARC of a\.com not checked/),
    ])
  })
})
