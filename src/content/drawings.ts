import { z } from 'zod'
import { seededRandom } from '../lib/seeded-random.ts'
import { ContentError, readContent } from './read-content.ts'

const pathData = z.string().regex(/^[Mm][-\d. a-zA-Z]+$/, 'must be path data, like M76 237V190')
const point = z.tuple([z.number(), z.number()], 'must be two numbers, like [148, 232]')
const scene = z.strictObject({
  ground: pathData,
  object: pathData,
  shade: pathData,
  tie: point,
  kite: point,
  size: z.number().positive(),
})

export type Scene = z.infer<typeof scene>

const drawing = z.strictObject({
  strokes: z.array(z.tuple([z.enum(['line', 'hatched', 'spar', 'thread', 'seam']), pathData])),
  notes: z.array(z.strictObject({ leader: pathData, at: point })),
})

export type Drawing = z.infer<typeof drawing>

const byName = <T>(file: string, schema: z.ZodType<T>): ReadonlyMap<string, T> =>
  new Map(Object.entries(readContent(file, z.record(z.string(), schema))))

export const readScenes = () => byName('scenes.yaml', scene)
export const readDrawings = () => byName('drawings.yaml', drawing)
export const readGlyphs = () => byName('glyphs.yaml', pathData)

/** The one that is named, else always the same one for the slug. */
export function sceneOf(
  { scene, slug }: { scene?: string | undefined; slug: string },
  scenes: ReadonlyMap<string, Scene>,
): Scene {
  const all = [...scenes.values()]
  const found = scenes.get(scene ?? '') ?? all[Math.floor(seededRandom(slug)() * all.length)]
  if (found === undefined) throw new ContentError('content/scenes.yaml: must hold at least one scene')
  return found
}
