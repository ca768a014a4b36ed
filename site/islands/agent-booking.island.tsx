import words from 'virtual:built/booking-words'
import { adoptStyles } from '../ui/adopt-styles.ts'
import styles from './consultation/booking-panel.css?inline'
import { ConsultationPanel, type ConsultationPlace } from './consultation/ConsultationPanel.tsx'

adoptStyles(styles)

export function AgentBooking(place: ConsultationPlace) {
  return <ConsultationPanel words={words} {...place} />
}
