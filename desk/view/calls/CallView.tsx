import { Link } from 'wouter'
import { type ReadOf, useChange } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useNotice } from '../shell/notice.tsx'
import { type Entry, hourIn, titleOf } from './days.ts'
import { MoveCall } from './MoveCall.tsx'

type CallViewProps = { entry: Entry; data: ReadOf<'calls'> }

/** One call. Whatever changes it is told to both by mail, which no Undo takes back: it asks first. */
export function CallView({ entry, data }: CallViewProps) {
  const { id, name, email, about, isHeld, starts_at, ends_at } = entry
  const change = useChange()
  const notice = useNotice()
  return (
    <>
      <p>
        <Link href={`/requests/${id}?view=all`}>
          <b>{name || email}</b>
        </Link>
        {isHeld && <span className="second"> · not confirmed yet</span>}
      </p>
      <p>{`${titleOf(starts_at, data.zone)}, ${hourIn(starts_at, data.zone)} to ${hourIn(ends_at, data.zone)}`}</p>
      <p className="second">{email}</p>
      <p className="second">{id}</p>
      {about && <p className="second">{about}</p>}
      <div className="actions">
        <MoveCall entry={entry} data={data} />
        <Confirm
          label="Cancel"
          asks={`${name || email} and you get an e-mail: 2 mails. The time is free for others.`}
          go="Cancel the call"
          onGo={() => void notice(() => change('cancelCall', { id, note: '' }), { text: 'The call is canceled.' })}
        />
      </div>
    </>
  )
}
