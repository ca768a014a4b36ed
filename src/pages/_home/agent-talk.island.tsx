import words from 'virtual:built/agent-words'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { Chat } from '../../features/agent/panel/Chat.tsx'

/** Brings the built talk to life; at once, since a press that was held comes right after. */
export function hydrate(talk: Element): void {
  flushSync(() => {
    hydrateRoot(talk, <Chat words={words.talk} booking={words.booking} />)
  })
}
