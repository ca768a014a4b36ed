/** What an article's kite may fly over; src/features/articles/scenes.ts draws them. */
export const sceneNames = [
  'workshop',
  'rule',
  'hourglass',
  'palm',
  'easel',
  'banyan',
  'vane',
  'lighthouse',
  'windmill',
  'boat',
] as const

export type SceneName = (typeof sceneNames)[number]
