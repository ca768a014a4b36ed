import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useRead } from '../client.ts'
import { Icon } from '../ui/Icon.tsx'
import { useClock } from './clock.ts'
import { showShortcuts } from './keys.tsx'
import { type Choice, choicesFor, partsOf } from './palette.ts'

/**
 * The command palette, which searches people, leads, calls, subscribers, issues, views, and actions. Its field is
 * always rendered, so it doesn’t miss the first keys typed after the palette opens.
 */
export function Palette({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const [, navigate] = useLocation()
  const clock = useClock()
  const id = useId()
  const isSearching = search.trim() !== ''
  const options = { keepsPrevious: true, isEnabled: isSearching }
  const { data } = useRead('find.all', { search: useDeferredValue(search) }, options)
  const groups = choicesFor(search, isSearching ? data : undefined, clock)
  const choices = groups.flatMap((group) => group.choices)
  const current = choices[Math.min(chosen, choices.length - 1)]
  const idOf = (choice: Choice) => `${id}-${choices.indexOf(choice)}`
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
    } else if (step !== undefined) {
      setChosen((chosen + step + choices.length) % Math.max(1, choices.length))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && current) {
      close()
      navigate(current.href, { state: current.state ?? {} })
    } else {
      return
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
          aria-activedescendant={current && idOf(current)}
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
        {(isOpen ? groups : []).map((group) => (
          <fieldset key={group.title}>
            <legend>{group.title}</legend>
            {group.choices.map((choice) => (
              <ChoiceLink
                key={`${choice.text} ${choice.href}`}
                id={idOf(choice)}
                choice={choice}
                search={search}
                isCurrent={choice === current}
                onPoint={() => setChosen(choices.indexOf(choice))}
                onOpen={close}
              />
            ))}
          </fieldset>
        ))}
        {choices.length === 0 && <p className="second">No results.</p>}
      </div>
      <PaletteKeys />
    </dialog>
  )
}

type ChoiceLinkProps = {
  id: string
  choice: Choice
  search: string
  isCurrent: boolean
  onPoint: () => void
  onOpen: () => void
}

function ChoiceLink({ id, choice, search, isCurrent, onPoint, onOpen }: ChoiceLinkProps) {
  const { icon, text, about, href, state } = choice
  return (
    <Link
      id={id}
      role="option"
      tabIndex={-1}
      href={href}
      ref={isCurrent ? scrollIntoView : undefined}
      state={state}
      aria-selected={isCurrent}
      onPointerMove={onPoint}
      onClick={onOpen}
    >
      <Icon name={icon} />
      <Marked text={text} search={search} />
      {about && (
        <small>
          <Marked text={about} search={search} />
        </small>
      )}
    </Link>
  )
}

function PaletteKeys() {
  return (
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
  )
}

function scrollIntoView(choice: HTMLElement | null): void {
  choice?.scrollIntoView({ block: 'nearest' })
}

/** Highlights the first match of the search. */
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
