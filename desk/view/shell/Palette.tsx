import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useRead } from '../client.ts'
import { Icon } from './Icon.tsx'
import { showShortcuts } from './keys.tsx'
import { type Choice, choicesFor, partsOf } from './palette.ts'
import { useClock } from './studio.tsx'

/**
 * The command palette: people, leads, calls, subscribers, issues, views, and actions. Its field is always there, to get
 * what is typed right after the palette opens.
 */
export function Palette({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const [, navigate] = useLocation()
  const clock = useClock()
  const id = useId()
  const hasWords = search.trim() !== ''
  const options = { keepsPrevious: true, isEnabled: hasWords }
  const { data } = useRead('find.all', { search: useDeferredValue(search) }, options)
  const groups = choicesFor(search, hasWords ? data : undefined, clock)
  const choices = groups.flatMap((group) => group.choices)
  const current = choices[Math.min(chosen, choices.length - 1)]
  const idOf = (choice: Choice | undefined) => (choice ? `${id}-${choices.indexOf(choice)}` : undefined)
  const close = () => ref.current?.close()
  const find = (text: string) => {
    setSearch(text)
    setChosen(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === '?' && search === '') {
      close()
      showShortcuts()
    } else if (step !== undefined) setChosen((chosen + step + choices.length) % Math.max(1, choices.length))
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing || !current) return
    else {
      close()
      navigate(current.href, { state: current.state ?? {} })
    }
    event.preventDefault()
  }
  return (
    <dialog
      ref={ref}
      className="palette"
      aria-label="Search"
      onToggle={(event) => setIsOpen(event.newState === 'open')}
      onClose={() => find('')}
    >
      <header>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-activedescendant={idOf(current)}
          aria-label="Search people, leads, emails"
          placeholder="Search people, leads, emails"
          maxLength={200}
          value={search}
          onChange={({ target }) => find(target.value)}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
        <button type="button" className="button plain phone" onClick={close}>
          Cancel
        </button>
      </header>
      <div id={id} role="listbox" aria-label="Results">
        {(isOpen ? groups : []).map(({ title, choices }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            {choices.map((choice) => (
              <Link
                key={`${choice.text} ${choice.href}`}
                id={idOf(choice)}
                role="option"
                tabIndex={-1}
                href={choice.href}
                ref={choice === current ? scrollIntoView : undefined}
                state={choice.state}
                aria-selected={choice === current}
                onPointerMove={() => setChosen(choices.indexOf(choice))}
                onClick={close}
              >
                <Icon name={choice.icon} />
                <Marked text={choice.text} search={search} />
                {choice.about && (
                  <small>
                    <Marked text={choice.about} search={search} />
                  </small>
                )}
              </Link>
            ))}
          </fieldset>
        ))}
        {choices.length === 0 && <p className="second">Nothing found.</p>}
      </div>
      <footer>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> Move
        </span>
        <span>
          <kbd>Enter</kbd> Open
        </span>
        <span>
          <kbd>?</kbd> All shortcuts
        </span>
      </footer>
    </dialog>
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
