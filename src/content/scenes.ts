import { z } from 'zod'
import { seededRandom } from '../lib/seeded-random.ts'
import { ContentError, readContent } from './read-content.ts'

const path = z.string().regex(/^M[-\d. a-zA-Z]+$/, 'must be path data, like M76 237V190')
const point = z.tuple([z.number(), z.number()], 'must be two numbers, like [148, 232]')
const scene = z.strictObject({
  ground: path,
  object: path,
  shade: path,
  tie: point,
  kite: point,
  size: z.number().positive(),
})

export type Scene = z.infer<typeof scene>

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
