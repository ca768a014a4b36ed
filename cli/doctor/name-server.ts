import { Resolver } from 'node:dns/promises'

export type TextResolver = Pick<Resolver, 'resolveTxt'>

/** The name server said nothing, or nothing of use: what it would have said is not known. */
export class NoAnswer extends Error {}

/** The TXT records of a name, each in one piece, and whether there is such a name at all. @throws NoAnswer */
export type LookUp = (name: string) => Promise<{ isKnown: boolean; texts: string[] }>

/** It gives up before the one who asks does. */
export function createResolver(): TextResolver {
  return new Resolver({ timeout: 1_000, tries: 2 })
}

/** @param patienceMs for all questions together */
export function createLookUp(resolver: TextResolver, patienceMs: number): LookUp {
  const isOver = new Promise<never>((_, reject) => setTimeout(() => reject(new NoAnswer()), patienceMs).unref())
  isOver.catch(() => {})
  return async (name) => {
    const asked = resolver.resolveTxt(name).then(
      (records) => ({ isKnown: true, texts: records.map((pieces) => pieces.join('')) }),
      (error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (code === 'ENODATA' || code === 'ENOTFOUND') return { isKnown: code === 'ENODATA', texts: [] }
        throw new NoAnswer(String(code))
      },
    )
    return await Promise.race([asked, isOver])
  }
}
