/** The parts of a page that come to life, each by the module that hydrates it (site/layouts/hydrate-on-interaction.ts). */
export const islands = {
  form: 'site/islands/form.island.ts',
  agent: 'site/islands/agent.island.ts',
  'agent-talk': 'site/islands/agent-talk.island.tsx',
  'agent-booking': 'site/islands/agent-booking.island.tsx',
} as const

export type IslandName = keyof typeof islands

export function islandUrl(name: IslandName): string {
  return import.meta.env.DEV ? `/${islands[name]}` : `/islands/${name}.js`
}
