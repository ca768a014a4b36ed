import { expect, test } from 'vitest'
import {
  cutsAfter,
  hangs,
  replies,
  repliesWhole,
  type Script,
  stallsAfter,
} from '../../../tests/support/mock-gateway.ts'
import { openTalk } from '../../../tests/support/talk.ts'
import { mostReplyTokens } from '../../server/gateway/chat-gateway.ts'
import { tokenCount } from './reply/prompt.ts'

const whole = '1\n2\n3'

/** A whole reply and, as gateways do it, what it took, after the end and before the mark of the end. */
function repliesWithUsage(...usages: unknown[]): Script {
  return async (answer) => {
    await answer.say(whole)
    await answer.data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    for (const usage of usages) await answer.data({ choices: [], usage })
    await answer.raw('data: [DONE]\n\n')
    answer.res.end()
  }
}

/** What one message has counted as, in tokens, beside its prompt. */
async function replyTokensOf(script: Script): Promise<number> {
  const { app, ask } = await openTalk([script], { variables: { CHAT_MODELS: 'vendor/primary:free' } })
  await ask('Hello')
  const rows = await app.database.db.selectFrom('limits').select('count').where('key', 'like', '%-tokens-%').execute()
  expect(new Set(rows.map(({ count }) => count)).size).toBe(1)
  return (rows[0]?.count ?? 0) - app.chat.promptTokens([{ role: 'user', content: 'Hello' }])
}

test('a call counts as what the gateway says, reasoning that nobody sees included', async () => {
  const few = await replyTokensOf(repliesWithUsage({ total_tokens: 9_000 }))
  const many = await replyTokensOf(repliesWithUsage({ total_tokens: 90_000 }))
  expect(few).toBeGreaterThan(mostReplyTokens)
  expect(many - few).toBe(81_000)
})

test.each([
  ['less than what was seen', [{ total_tokens: 1 }]],
  ['first more, then less', [{ total_tokens: 2 }, { total_tokens: 1 }]],
])('a gateway that says %s makes a call no cheaper than what was seen', async (_, usages) => {
  expect(await replyTokensOf(repliesWithUsage(...usages))).toBe(tokenCount(whole))
})

test.each<[string, Script]>([
  ['says nothing of it', replies(whole)],
  ['says nothing of it, and does not stream', repliesWhole(whole)],
  ['says nonsense', repliesWithUsage({ total_tokens: -5 }, { total_tokens: 'few' }, {}, 7, { total_tokens: 1e300 })],
  [
    'says it before the end, and is cut off',
    async (answer) => {
      await answer.data({ choices: [{ delta: { content: 'An MVP starts' } }], usage: { total_tokens: 3 } })
      answer.cut()
    },
  ],
  ['is cut off', cutsAfter(whole)],
  ['stalls', stallsAfter(whole)],
  ['never answers', hangs()],
])('all that was reserved stays spent where the gateway %s', async (_, script) => {
  expect(await replyTokensOf(script)).toBe(mostReplyTokens)
})

test('a reply that is longer than it may be is counted whole', async () => {
  expect(await replyTokensOf(replies(`${'\u{12000}'.repeat(600)}.`))).toBe(2_401)
})
