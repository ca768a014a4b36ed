/** The parts of a page that come to life, each by the module that hydrates it (src/layouts/hydrate-on-interaction.ts). */
export const islands = {
  form: 'src/pages/_site/form.island.ts',
  agent: 'src/pages/_home/agent.island.ts',
  'agent-talk': 'src/pages/_home/agent-talk.island.tsx',
  'agent-booking': 'src/pages/_home/agent-booking.island.tsx',
} as const

export type IslandName = keyof typeof islands

export function islandUrl(name: IslandName): string {
  return import.meta.env.DEV ? `/${islands[name]}` : `/islands/${name}.js`
}
