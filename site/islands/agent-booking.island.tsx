import words from 'virtual:built/booking-words'
import { adoptStyles } from '../ui/adopt-styles.ts'
import { BookingPanel, type BookingPlace } from './consultation/BookingPanel.tsx'
import styles from './consultation/booking-panel.css?inline'

adoptStyles(styles)

export function AgentBooking(place: BookingPlace) {
  return <BookingPanel words={words} {...place} />
}
