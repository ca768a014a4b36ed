/** Patterns of people in trouble. */
export type Signs = Readonly<Record<string, unknown>>
export const readSigns = (): Signs => ({})
