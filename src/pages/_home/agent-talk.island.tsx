import words from 'virtual:built/agent-words'
import { type ComponentType, lazy } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { islandUrl } from '../../build/island-url.ts'
import type { BookingPlace } from '../../features/agent/booking/BookingPanel.tsx'
import { Chat } from '../../features/agent/panel/Chat.tsx'

type BookingIsland = typeof import('./agent-booking.island.tsx')

/** Where the booking's code can't be loaded, a mail can be written. */
const MailInstead: ComponentType<BookingPlace> = () => (
  <p className="chat-note chat-foot" role="status">
    {words.refused} <a href={`mailto:${words.email}`}>{words.email}</a>
  </p>
)

const Booking = lazy<ComponentType<BookingPlace>>(() =>
  import(/* @vite-ignore */ islandUrl('agent-booking')).then(
    ({ AgentBooking }: BookingIsland) => ({ default: AgentBooking }),
    () => ({ default: MailInstead }),
  ),
)

/** Brings the built talk to life; at once, since a press that was held comes right after. */
export function hydrate(talk: Element): void {
  flushSync(() => {
    hydrateRoot(talk, <Chat words={words} Booking={Booking} />)
  })
}
