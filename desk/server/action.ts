import { z } from 'zod'
import { cleanAddress, isMailAddress } from '../../platform/email/mail-address.ts'
import type { Watch } from '../../platform/progress.ts'
import type { Desk } from '../../server/desk.ts'

/** What the desk reads, or does. What it gives is sent as JSON. */
export type Action<In, Out> = {
  /** @throws ZodError for what it does not take, Refusal for what can't be done */
  (desk: Desk, given: unknown, watch?: Watch): Promise<Out>
  /** For the types of the page alone. */
  takes?: In
}

/** @param run of which only work that takes a while looks at who waits */
export function action<In, Out>(
  input: z.ZodType<In>,
  run: (desk: Desk, input: In, watch: Watch) => Promise<Out>,
): Action<In, Out> {
  return async (desk, given, watch = {}) => await run(desk, input.parse(given), watch)
}

/** It can't be done, in words for the owner. */
export class Refusal extends Error {}

export const mailAddress = z
  .string()
  .max(254)
  .transform((text) => {
    const address = cleanAddress(text)
    if (!isMailAddress(address)) throw new Refusal(`“${address}” is no e-mail address.`)
    return address
  })
