import words from 'virtual:built/agent-words'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { islandUrl } from '../build/island-url.ts'
import { Chat } from './chat/Chat.tsx'
import type { ConsultationPlace } from './consultation/ConsultationPanel.tsx'

/** Synchronous: a held press is replayed right after. */
export function hydrate(talk: Element): void {
  flushSync(() => {
    hydrateRoot(talk, <Chat words={words} Booking={Booking} />)
  })
}

type BookingIsland = typeof import('./agent-booking.island.tsx')

/** Its code comes with a name or an address; where it does not come, a mail can be written, and the next message tries again. */
function Booking(place: ConsultationPlace) {
  /** null: it did not come. */
  const [Panel, setPanel] = useState<BookingIsland['AgentBooking'] | null>()
  const { info, draft, isOffered, transcript } = place
  const isNeeded = !!(isOffered || info.name || info.email || draft.includes('@'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is another try
  useEffect(() => {
    if (!isNeeded || Panel) return
    import(/* @vite-ignore */ islandUrl('agent-booking')).then(
      ({ AgentBooking }: BookingIsland) => setPanel(() => AgentBooking),
      () => setPanel(null),
    )
  }, [isNeeded, transcript.length])
  if (Panel) return <Panel {...place} />
  return Panel === null ? (
    <p className="chat-note chat-foot" role="status">
      {words.refused}{' '}
      <a href={`mailto:${words.email}?body=${encodeURIComponent(info.requirements ?? '')}`}>{words.email}</a>
    </p>
  ) : null
}
