import { z } from 'zod'

export const text = z.string().min(1, 'must not be empty')
export const day = z.iso.date({ error: 'must be a day, like 2025-12-06', abort: true })

type NamesIn<T extends string> = T extends `${infer First} ${infer Rest}` ? First | NamesIn<Rest> : T

/** Defines fields that share a schema: `fields(text, 'send sending success')`. */
export function fields<S extends z.ZodType, T extends string>(kind: S, names: T): Record<NamesIn<T>, S> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind])) as Record<NamesIn<T>, S>
}
