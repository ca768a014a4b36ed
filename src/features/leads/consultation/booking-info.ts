/** What is noted of a talk for a consultation, in the order of the form. */
export const bookingFields = ['name', 'email', 'company', 'budget', 'timeline', 'requirements'] as const

export type BookingField = (typeof bookingFields)[number]

/**
 * What a visitor has told of themselves and their project, each a piece of their own words; null where nothing was said. A budget is
 * `5000 USD`, `5000-9000 USD`, or `5000` where no currency was named.
 */
export type BookingInfo = Record<BookingField, string | null>

export function bookingOf<T>(read: (field: BookingField) => T): Record<BookingField, T> {
  return {
    name: read('name'),
    email: read('email'),
    company: read('company'),
    budget: read('budget'),
    timeline: read('timeline'),
    requirements: read('requirements'),
  }
}

export const nothingKnown: BookingInfo = bookingOf(() => null)
