import words from 'virtual:built/agent-words'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { Chat } from '../../features/agent/panel/Chat.tsx'

/** Synchronous: a held press is replayed right after. */
export function hydrate(talk: Element): void {
  flushSync(() => {
    hydrateRoot(talk, <Chat words={words.talk} booking={words.booking} />)
  })
}
