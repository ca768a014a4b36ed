import words from 'virtual:built/booking-words'
import { BookingPanel, type BookingPlace } from '../../features/agent/booking/BookingPanel.tsx'
import styles from '../../features/agent/booking/booking-panel.css?inline'
import { adoptStyles } from '../../ui/adopt-styles.ts'

adoptStyles(styles)

export function AgentBooking(place: BookingPlace) {
  return <BookingPanel words={words} {...place} />
}
