import './FlownKite.css'
import { FoldedKite } from './FoldedKite.tsx'
import type { FlyingKite } from './flying-kite.ts'

export function FlownKite({ kite: { fold, tail, bows }, line }: { kite: FlyingKite; line: string }) {
  return (
    <>
      <path d={tail} />
      <path className="bows facet-1" d={bows} />
      <FoldedKite fold={fold} />
      <path className="thread" d={line} />
    </>
  )
}
