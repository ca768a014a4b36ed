export const views = [
  { name: 'new', label: 'Waiting' },
  { name: 'answered', label: 'Answered' },
  { name: 'held', label: 'Doubtful' },
  { name: 'spam', label: 'Spam' },
  { name: 'all', label: 'All' },
] as const

type View = (typeof views)[number]['name']

export function isView(name: string): name is View {
  return views.some((view) => view.name === name)
}
