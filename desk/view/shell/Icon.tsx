/** The symbols of icons.svg. */
export type IconName =
  | 'search'
  | 'today'
  | 'inbox'
  | 'calendar'
  | 'people'
  | 'issues'
  | 'subscribers'
  | 'analytics'
  | 'training'
  | 'outbox'
  | 'backups'
  | 'setup'
  | 'out'
  | 'more'
  | 'left'
  | 'right'
  | 'plus'
  | 'video'
  | 'reply'
  | 'check'
  | 'spam'
  | 'lock'
  | 'warn'
  | 'note'
  | 'copy'
  | 'refresh'
  | 'pause'
  | 'up'
  | 'down'

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
