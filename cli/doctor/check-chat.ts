import type { Environment } from '../../src/server/environment.ts'
import { type Finding, messageOf } from './finding.ts'

const patienceMs = 5_000

/** Asks the gateway for its list of models, which costs nothing. */
export async function checkChat({ baseUrl, apiKey }: Environment['chat']): Promise<Finding[]> {
  if (baseUrl === undefined && apiKey === undefined) {
    return [
      { about: 'chat', state: 'note', text: 'no CHAT_BASE_URL and CHAT_API_KEY are set: the built-in agent answers' },
    ]
  }
  if (baseUrl === undefined || apiKey === undefined) {
    const missing = baseUrl === undefined ? 'CHAT_BASE_URL' : 'CHAT_API_KEY'
    return [{ about: 'chat', state: 'wrong', text: `${missing} is missing; the gateway needs both` }]
  }
  try {
    const answer = await fetch(`${baseUrl}/models`, {
      headers: { authorization: `Bearer ${apiKey}` },
      // The chat follows none either.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    if ([401, 403].includes(answer.status)) {
      return [{ about: 'chat', state: 'wrong', text: `${baseUrl} refuses CHAT_API_KEY (${answer.status})` }]
    }
    if (answer.status >= 300 && answer.status < 400) {
      return [
        { about: 'chat', state: 'wrong', text: `${baseUrl} leads elsewhere (${answer.status}); set the final address` },
      ]
    }
    if (answer.status >= 500) return [{ about: 'chat', state: 'wrong', text: `${baseUrl} answers ${answer.status}` }]
    return [{ about: 'chat', state: 'ok', text: `${baseUrl} answers` }]
  } catch (error) {
    return [{ about: 'chat', state: 'wrong', text: `${baseUrl} does not answer: ${messageOf(error)}` }]
  }
}
