import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'

type Item = {
  key: string
  href: string
  title: string
  aside: string
  text: string
  isDone?: boolean
  isProblem?: boolean
}

type VirtualListProps = {
  items: readonly Item[]
  chosen: string | undefined
  isCut?: boolean
  none: string
  /** Lines for a title; one that is longer is cut. */
  titleLines?: number
}

const lineHeight = 22
const rowSpace = 14
const beyond = 12

/** Renders the visible rows, plus the selected one and its neighbors for the keys. */
export function VirtualList({ items, chosen, isCut = false, none, titleLines = 1 }: VirtualListProps): ReactNode {
  const rowHeight = lineHeight * (titleLines + 1) + rowSpace
  const box = useRef<HTMLDivElement>(null)
  const at = items.findIndex(({ key }) => key === chosen)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
    getItemKey: (index) => items[index]?.key ?? index,
    rangeExtractor: (range) => (at === -1 ? defaultRangeExtractor(range) : drawnWith(at, range)),
  })
  useEffect(() => {
    if (at !== -1) rows.scrollToIndex(at)
  }, [at, rows])
  // The row above the selected one: keys continue here if that one disappears.
  const above = useRef<string>(undefined)
  useEffect(() => {
    if (at !== -1) above.current = items[at - 1]?.key
  })
  if (items.length === 0) return <p className="second">{none}</p>
  return (
    <>
      <p className="second">{`${items.length.toLocaleString('en')}${isCut ? ', the newest' : ''}`}</p>
      <div ref={box} className="rows">
        <ul style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index]
            return (
              item && (
                <li key={key} style={{ transform: `translateY(${start}px)`, height: rowHeight }}>
                  <Row
                    item={item}
                    isChosen={item.key === chosen}
                    isAbove={item.key === above.current}
                    titleLines={titleLines}
                  />
                </li>
              )
            )
          })}
        </ul>
      </div>
    </>
  )
}

/** @returns indexes, in their order */
function drawnWith(at: number, range: Range): number[] {
  const kept = [at - 1, at, at + 1].filter((index) => index >= 0 && index < range.count)
  return [...new Set([...kept, ...defaultRangeExtractor(range)])].toSorted((one, other) => one - other)
}

type RowProps = { item: Item; isChosen: boolean; isAbove: boolean; titleLines: number }

function Row({ item, isChosen, isAbove, titleLines }: RowProps) {
  return (
    <Link
      href={item.href}
      data-row={isAbove ? 'above' : ''}
      aria-current={isChosen || undefined}
      className={item.isDone ? 'row row-done' : 'row'}
    >
      <b style={{ WebkitLineClamp: titleLines }}>{item.title}</b>
      <span className={item.isProblem ? 'problem' : 'second'}>{item.aside}</span>
      <span className="row-text">{item.text}</span>
    </Link>
  )
}
