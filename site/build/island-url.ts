/** Modules that hydrate a page's interactive parts (site/layouts/hydrate-on-interaction.ts). */
export const islands = {
  form: 'site/islands/form.island.ts',
  chat: 'site/islands/chat.island.ts',
  'chat-panel': 'site/islands/chat-panel.island.tsx',
  consultation: 'site/islands/consultation.island.tsx',
} as const

export type IslandName = keyof typeof islands

export function islandUrl(name: IslandName): string {
  return import.meta.env.DEV ? `/${islands[name]}` : `/islands/${name}.js`
}
