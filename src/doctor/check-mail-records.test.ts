import { describe, expect, test } from 'vitest'
import { checkMailRecords } from './check-mail-records.ts'

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
  test.each<[string, string[], RegExp]>([
    ['is there', ['other', 'v=spf1 ip4:192.0.2.0/24 a mx:b.com -all'], /^ok SPF of a\.com is there/],
    ['lets others through softly', ['v=spf1 mx ~all'], /^ok SPF of a\.com is there/],
    ['is another’s', ['v=spf1 redirect=b.com'], /^ok SPF of a\.com is there/],
    ['is not there', ['google-site-verification=x', 'v=spf10 -all'], /^wrong a\.com has no SPF record/],
    ['is there twice', ['v=spf1 -all', 'v=spf1 mx -all'], /^wrong a\.com has 2 SPF records/],
    ['lets everybody through', ['v=spf1 mx +all'], /^wrong .+\+all/],
    ['lets everybody through with a bare all', ['v=spf1 all'], /^wrong .+\+all/],
    ['does not say', ['v=spf1 mx ?all'], /^note SPF/],
    ['does not end', ['v=spf1 mx'], /^note SPF/],
  ])('%s', async (_, records, told) => {
    expect((await findingsFor({ ...dmarc, 'a.com': records }))[0]).toMatch(told)
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
