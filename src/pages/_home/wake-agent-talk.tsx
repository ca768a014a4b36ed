import words from 'virtual:built/agent-words'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { Chat } from '../../features/chat/Chat.tsx'

/** Brings the built talk to life. */
export function wake(talk: Element): void {
  flushSync(() => {
    hydrateRoot(talk, <Chat words={words} renderBooking={() => null} />)
  })
}
