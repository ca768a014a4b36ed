import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'

type MenuProps = { label?: string; icon?: string; isLabeled?: boolean; children: ReactNode }

/** A button that opens rarely used actions, in a sheet on phones. A click inside closes it. */
export function Menu({ label = 'More actions', icon = 'more', isLabeled, children }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<CSSProperties>({})
  useEffect(() => {
    const close = () => menu.current?.hidePopover()
    menu.current?.addEventListener('click', close)
  }, [])
  return (
    <>
      <button
        type="button"
        className={isLabeled ? 'button plain' : 'button plain only'}
        aria-label={label}
        popoverTarget={id}
        onClick={({ currentTarget }) => setPosition(below(currentTarget.getBoundingClientRect()))}
      >
        <Icon name={icon} />
        {isLabeled && <span>{label}</span>}
      </button>
      <div id={id} ref={menu} className="menu" popover="auto" style={position}>
        {children}
      </div>
    </>
  )
}

function below({ left, right, bottom }: DOMRect): CSSProperties {
  const isRight = left > innerWidth / 2
  return {
    '--top': `${bottom + 4}px`,
    ...(isRight ? { '--right': `${innerWidth - right}px` } : { '--left': `${left}px` }),
  }
}
