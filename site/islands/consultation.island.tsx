import words from 'virtual:built/consultation-words'
import { adoptStyles } from '../ui/adopt-styles.ts'
import { Consultation, type ConsultationProps } from './consultation/Consultation.tsx'
import styles from './consultation/consultation.css?inline'

adoptStyles(styles)

export function ChatConsultation(props: ConsultationProps) {
  return <Consultation words={words} {...props} />
}
