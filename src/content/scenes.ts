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

export function readDrawings(): Record<string, Drawing> {
  return readContent('drawings.yaml', z.record(z.string(), drawing))
}

type Scenes = ReadonlyMap<string, Scene>

export function readScenes(): Scenes {
  return new Map(Object.entries(readContent('scenes.yaml', z.record(z.string(), scene))))
}

/** The one that is named, else always the same one for the slug. */
export function sceneOf({ scene, slug }: { scene?: string | undefined; slug: string }, scenes: Scenes): Scene {
  const all = [...scenes.values()]
  const found = scenes.get(scene ?? '') ?? all[Math.floor(seededRandom(slug)() * all.length)]
  if (found === undefined) throw new ContentError('content/scenes.yaml: must hold at least one scene')
  return found
}
