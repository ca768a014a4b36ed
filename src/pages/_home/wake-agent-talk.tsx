import words from 'virtual:built/agent-words'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { islandUrl } from '../../build/island-url.ts'
import { type BookingPlace, Chat } from '../../features/chat/Chat.tsx'

/** Brings the built talk to life. */
export function wake(talk: Element): void {
  flushSync(() => {
    hydrateRoot(talk, <Chat words={words} Booking={Booking} />)
  })
}

type BookingModule = typeof import('./wake-agent-booking.tsx')

const LoadedBooking = lazy(async () => {
  const { AgentBooking }: BookingModule = await import(/* @vite-ignore */ islandUrl('agent-booking'))
  return { default: AgentBooking }
})

/** Most visitors ask and go: the booking's code comes when a name or an address is known, or being typed. */
function Booking(place: BookingPlace) {
  const [isNeeded, setNeeded] = useState(false)
  const { info, draft, isOffered } = place
  if (!isNeeded && (isOffered || info.name || info.email || draft.includes('@'))) setNeeded(true)
  return isNeeded ? (
    <Suspense>
      <LoadedBooking {...place} />
    </Suspense>
  ) : null
}
