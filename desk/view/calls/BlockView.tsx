import { useChange } from '../client.ts'
import { useNotice } from '../shell/notice.tsx'
import { clockIn, type Entry, titleOf } from './days.ts'

type BlockViewProps = { entry: Entry; zone: string }

/** A time that the owner has taken away from everybody. */
export function BlockView({ entry: { id, starts_at, ends_at, note }, zone }: BlockViewProps) {
  const change = useChange()
  const notice = useNotice()
  const [from, to] = [clockIn(starts_at, zone), clockIn(ends_at, zone)]
  const end = from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to.replace('T', ' ')
  const open = () =>
    notice(() => change('unblock', { id }), {
      text: 'It is open again.',
      undo: () => change('block', { from, to, note }),
    })
  return (
    <>
      <p>
        <b>{`${titleOf(starts_at, zone)}, ${from.slice(11)}`}</b>
        {` to ${end}: blocked${note ? `, ${note}` : ''}`}
      </p>
      <div className="actions">
        <button type="button" className="quiet" onClick={() => void open()}>
          Open again
        </button>
      </div>
    </>
  )
}
