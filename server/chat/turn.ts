import { z } from 'zod'

/** What a reply said, in ids. It travels with the chat, so that the server needs no memory of it. */
export type Turn = { facts: string[]; moves: string[]; asked: string; buttons: string[] }

/** Longer than any id of a reply. */
const maxIdCharacters = 120
const maxIds = 8

const id = z.string().max(maxIdCharacters)
const ids = z.array(id).max(maxIds)
const turnSchema = z.object({
  facts: ids,
  moves: ids,
  asked: id,
  buttons: z.array(z.union([id, z.object({ id }).transform((button) => button.id)])).max(maxIds),
})

/** @param value from a request, so it may be anything @returns undefined if it isn't a turn */
export function readTurn(value: unknown): Turn | undefined {
  const { success, data } = turnSchema.safeParse(value)
  return success ? data : undefined
}

export function readPicked(value: unknown): string | undefined {
  const { success, data } = id.safeParse(value)
  return success ? data : undefined
}
