type TabsProps<Name extends string> = {
  views: readonly { name: Name; label: string }[]
  chosen: Name
  onChoose: (name: Name) => void
}

/** Filters of a list. */
export function Tabs<Name extends string>({ views, chosen, onChoose }: TabsProps<Name>) {
  return views.map(({ name, label }) => (
    <button key={name} type="button" className="quiet" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
      {label}
    </button>
  ))
}
