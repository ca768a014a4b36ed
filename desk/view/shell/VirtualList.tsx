import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
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
  selected: string | undefined
  isCut?: boolean
  emptyText: string
  /** Maximum title lines; longer titles are truncated. */
  titleLines?: number
}

const lineHeightPx = 22
const rowPaddingPx = 14
const overscanRows = 12

/** Renders the visible rows, plus the selected one and its neighbors for the keys. */
export function VirtualList({ items, selected, isCut, emptyText, titleLines = 1 }: VirtualListProps) {
  const rowHeight = lineHeightPx * (titleLines + 1) + rowPaddingPx
  const scroller = useRef<HTMLDivElement>(null)
  const selectedIndex = items.findIndex(({ key }) => key === selected)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    getItemKey: (index) => items[index]?.key ?? index,
    rangeExtractor: (range) =>
      selectedIndex === -1 ? defaultRangeExtractor(range) : withNeighbors(selectedIndex, range),
  })
  useEffect(() => {
    if (selectedIndex !== -1) rows.scrollToIndex(selectedIndex)
  }, [selectedIndex, rows])
  // If the selected row disappears, the keys continue at the row above it.
  const above = useRef<string>(undefined)
  useEffect(() => {
    if (selectedIndex !== -1) above.current = items[selectedIndex - 1]?.key
  })
  if (items.length === 0) return <p className="second">{emptyText}</p>
  return (
    <>
      <p className="second">{`${isCut ? 'Newest ' : ''}${items.length.toLocaleString('en')}`}</p>
      <div ref={scroller} className="rows">
        <ul style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index]
            return (
              item && (
                <li key={key} style={{ transform: `translateY(${start}px)`, height: rowHeight }}>
                  <Link
                    href={item.href}
                    data-row={item.key === above.current ? 'above' : ''}
                    aria-current={item.key === selected || undefined}
                    className={item.isDone ? 'row row-done' : 'row'}
                  >
                    <b style={{ WebkitLineClamp: titleLines }}>{item.title}</b>
                    <span className={item.isProblem ? 'problem' : 'second'}>{item.aside}</span>
                    <span className="row-text">{item.text}</span>
                  </Link>
                </li>
              )
            )
          })}
        </ul>
      </div>
    </>
  )
}

function withNeighbors(selectedIndex: number, range: Range): number[] {
  const neighbors = [selectedIndex - 1, selectedIndex, selectedIndex + 1].filter(
    (index) => index >= 0 && index < range.count,
  )
  return [...new Set([...neighbors, ...defaultRangeExtractor(range)])].toSorted((one, other) => one - other)
}
