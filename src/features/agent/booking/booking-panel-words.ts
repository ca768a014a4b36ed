import type { BookingWords } from '../../../content/agent/booking.ts'

export type BookingPanelWords = Omit<BookingWords, 'noRequirements' | 'problems' | 'page'>

/** The words that the panel needs in the browser, and no other. */
export function bookingPanelWords({ noRequirements, problems, page, ...words }: BookingWords): BookingPanelWords {
  return words
}
