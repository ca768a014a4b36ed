import words from 'virtual:built/booking-words'
import { BookingPanel } from '../../features/agent/booking/BookingPanel.tsx'
import styles from '../../features/agent/booking/booking-panel.css?inline'
import type { BookingPlace } from '../../features/agent/panel/Chat.tsx'

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets.push(sheet)

/** The booking in its place between the talk and the input. */
export function AgentBooking(place: BookingPlace) {
  return <BookingPanel words={words} {...place} />
}
