/** The parts of a page that come to life, each by the module that wakes it (src/layouts/wake-on-touch.ts). */
export const islands = {
  'contact-form': 'src/features/leads/contact/wake-contact-form.tsx',
  'newsletter-form': 'src/features/newsletter/wake-newsletter-form.ts',
  agent: 'src/pages/_home/wake-agent.ts',
  'agent-talk': 'src/pages/_home/wake-agent-talk.tsx',
  'agent-booking': 'src/pages/_home/wake-agent-booking.tsx',
} as const

export type IslandName = keyof typeof islands

/** @returns where the browser finds the code of an island */
export function islandUrl(name: IslandName): string {
  return import.meta.env.DEV ? `/${islands[name]}` : `/islands/${name}.js`
}
