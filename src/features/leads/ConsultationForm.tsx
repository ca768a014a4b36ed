import type { BookingWords } from '../../content/agent/booking.ts'
import { FormView, type FormViewProps } from '../../ui/form/FormView.tsx'
import { type ConsultationField, consultationRules } from './lead.fields.ts'

type ConsultationFormProps = Pick<FormViewProps<ConsultationField>, 'values' | 'errors'> & { words: BookingWords }

export function ConsultationForm({ words, ...form }: ConsultationFormProps) {
  const { labels, send } = words
  return (
    <FormView
      {...form}
      action="/api/booking"
      id="booking"
      className="form"
      rules={consultationRules}
      labels={labels}
      send={send}
    />
  )
}
