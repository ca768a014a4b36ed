import words from 'virtual:built/consultation-words'
import { adoptStyles } from '../ui/adopt-styles.ts'
import { ConsultationPanel, type ConsultationProps } from './consultation/ConsultationPanel.tsx'
import styles from './consultation/consultation-panel.css?inline'

adoptStyles(styles)

export function ChatConsultation(props: ConsultationProps) {
  return <ConsultationPanel words={words} {...props} />
}
