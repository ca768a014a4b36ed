import '../../../ui/Field.css'
import './BookingForm.css'
import type { BookingWords } from '../../../content/agent/booking.ts'
import { BookingFields } from './BookingFields.tsx'
import type { BookingErrors, BookingValues } from './booking.schema.ts'

type BookingFormProps = {
  words: BookingWords
  values: BookingValues
  errors: BookingErrors | undefined
}

/** A consultation's form by itself, for a page: it posts to /api/booking without a script. */
export function BookingForm({ words, values, errors }: BookingFormProps) {
  return (
    <form className="booking-form" method="post" action="/api/booking">
      {errors && (
        <p className="booking-problem" role="alert">
          {errors.message}
        </p>
      )}
      <BookingFields labels={words.labels} values={values} errors={errors?.fields} />
      {/* For robots alone: people neither see it nor reach it. */}
      <input className="visually-hidden" name="website" aria-hidden="true" tabIndex={-1} autoComplete="off" />
      <button type="submit" className="button">
        {words.send}
      </button>
    </form>
  )
}
