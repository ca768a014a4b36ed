import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Meter } from './Bars.tsx'

export type Item = {
  key: string
  href: string
  title: string
  /** Age, state, or chip on the right. */
  aside?: ReactNode
  text?: ReactNode
  chips?: ReactNode
  /** Allows the title to wrap to a second line. */
  hasLongTitle?: boolean
  /** The group’s title, if this is the group’s first item. */
  heading?: string | undefined
  /** Progress from 0 to 1. */
  progress?: number | undefined
}

type ListProps = { items: readonly Item[]; current: string | undefined; scroller: HTMLElement | null }

const rowHeightPx = 86
const overscanRows = 8

/** A virtual list. It renders the visible rows, the current row, and the neighbors that j and k open. */
export function List({ items, current, scroller }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  const currentIndex = items.findIndex(({ key }) => key === current)
  const scrollMargin = list.current?.offsetTop ?? 0
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeightPx,
    overscan: overscanRows,
    scrollMargin,
    getItemKey: (index) => items[index]?.key ?? index,
    rangeExtractor: (range) => withNeighbors(currentIndex, range),
  })
  useEffect(() => {
    if (currentIndex !== -1) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [currentIndex])
  return (
    <ol ref={list} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          style={{ transform: `translateY(${start - scrollMargin}px)` }}
        >
          {items[index]?.heading && <h2 className="second">{items[index].heading}</h2>}
          <Row item={items[index]} isCurrent={key === current} />
        </li>
      ))}
    </ol>
  )
}

function Row({ item, isCurrent }: { item: Item | undefined; isCurrent: boolean }) {
  if (item === undefined) return null
  const { href, title, aside, text, chips, hasLongTitle, progress } = item
  return (
    <Link href={href} className={hasLongTitle ? 'row titled' : 'row'} data-row="" aria-current={isCurrent || undefined}>
      <b dir="auto">{title}</b>
      {aside !== undefined && <small>{aside}</small>}
      {progress !== undefined && <Meter part={progress} />}
      {text !== undefined && <p dir="auto">{text}</p>}
      {chips && <span className="chips">{chips}</span>}
    </Link>
  )
}

function withNeighbors(currentIndex: number, range: Range): number[] {
  const near = [currentIndex - 1, currentIndex, currentIndex + 1]
  const indexes = [...new Set([...near, ...defaultRangeExtractor(range)])]
  return indexes.filter((index) => index >= 0 && index < range.count).toSorted((a, b) => a - b)
}
