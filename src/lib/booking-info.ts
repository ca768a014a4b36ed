/** What a visitor has told of themselves and their project, each a piece of their own words; null where nothing was said. */
export type BookingInfo = {
  name: string | null
  email: string | null
  company: string | null
  /** `5000 USD`, `5000-9000 USD`, or `5000` where no currency was named. */
  budget: string | null
  timeline: string | null
  requirements: string | null
}
