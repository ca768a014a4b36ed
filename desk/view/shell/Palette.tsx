import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useRead } from '../client.ts'
import { focusField } from './filters.tsx'
import { Icon } from './Icon.tsx'
import { showShortcuts } from './keys.tsx'
import { type Choice, choicesFor, partsOf } from './palette.ts'
import { useClock } from './studio.tsx'

/** The command palette: people, leads, calls, subscribers, issues, views, and actions. */
export function Palette({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => ref.current?.close()
  return (
    <dialog
      ref={ref}
      className="palette"
      aria-label="Search"
      onToggle={(event) => setIsOpen(event.newState === 'open')}
    >
      {isOpen && <Search onChoose={close} />}
    </dialog>
  )
}

function Search({ onChoose }: { onChoose: () => void }) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const [, navigate] = useLocation()
  const clock = useClock()
  const id = useId()
  const { data } = useRead('find.all', { search: useDeferredValue(search) }, { keepsPrevious: true })
  const groups = choicesFor(search, search.trim() === '' ? undefined : data, clock)
  const choices = groups.flatMap((group) => group.choices)
  const current = choices[Math.min(chosen, choices.length - 1)]
  const idOf = (choice: Choice | undefined) => (choice ? `${id}-${choices.indexOf(choice)}` : undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === '?' && search === '') {
      onChoose()
      showShortcuts()
    } else if (step !== undefined) setChosen((chosen + step + choices.length) % Math.max(1, choices.length))
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing || !current) return
    else {
      onChoose()
      navigate(current.href)
    }
    event.preventDefault()
  }
  return (
    <>
      <label>
        <Icon name="search" />
        <input
          ref={focusField}
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={idOf(current)}
          aria-label="Search people, leads, emails"
          placeholder="Search people, leads, emails"
          maxLength={200}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </label>
      <div id={id} role="listbox" aria-label="Results">
        {groups.map(({ title, choices }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            {choices.map((choice) => (
              <Link
                key={choice.href}
                id={idOf(choice)}
                role="option"
                tabIndex={-1}
                href={choice.href}
                ref={choice === current ? scrollIntoView : undefined}
                aria-selected={choice === current}
                onClick={onChoose}
              >
                <Icon name={choice.icon} />
                <Marked text={choice.text} search={search} />
                <small>
                  <Marked text={choice.about} search={search} />
                </small>
              </Link>
            ))}
          </fieldset>
        ))}
        {choices.length === 0 && <p className="second">Nothing found.</p>}
      </div>
      <footer>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> Select
        </span>
        <span>
          <kbd>Enter</kbd> Open
        </span>
        <span>
          <kbd>?</kbd> All shortcuts
        </span>
      </footer>
    </>
  )
}

function scrollIntoView(choice: HTMLElement | null): void {
  choice?.scrollIntoView({ block: 'nearest' })
}

function Marked({ text, search }: { text: string; search: string }) {
  const [before, match, after] = partsOf(text, search)
  return (
    <bdi>
      {before}
      {match && <mark>{match}</mark>}
      {after}
    </bdi>
  )
}
