import { type ReadOf, useChange } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useNotice } from '../shell/notice.tsx'
import { moment } from '../times.ts'
import { RetryButton } from './RetryButton.tsx'

type MailsInAllProps = { data: ReadOf<'mails'>; view: 'waiting' | 'failed' | 'sent' | 'all' }

/** What is done with all mails of a kind at once, and whether any go out at all. */
export function MailsInAll({ data: { muted, held, mails, isCut }, view }: MailsInAllProps) {
  const change = useChange()
  const notice = useNotice()
  const total = held.mails + held.letters
  const state = view === 'waiting' ? 'queued' : view === 'failed' ? view : undefined
  const many = `${mails.length.toLocaleString('en')}${isCut ? ' and more' : ''}`
  return (
    <div className="actions">
      {muted && (
        <p className="problem">{`No mail goes out since ${moment(muted.since)}: ${muted.because}. ${total.toLocaleString('en')} wait.`}</p>
      )}
      {muted ? (
        <Confirm
          label="Let mails go out again"
          asks={`${held.mails.toLocaleString('en')} mails and ${held.letters.toLocaleString('en')} copies of issues go out at once. If this is a copy of a database that went on, they may have been sent from there since.`}
          go={`Send ${total.toLocaleString('en')}`}
          onGo={() => void notice(() => change('unmuteMails', { confirm: total }), { text: 'Mails go out again.' })}
        />
      ) : (
        <button
          type="button"
          className="quiet"
          onClick={() =>
            void notice(() => change('muteMails', { because: '' }), {
              text: 'No mail goes out.',
              undo: () => change('unmuteMails', { confirm: total }),
            })
          }
        >
          Send none for now
        </button>
      )}
      {state && mails.length > 0 && (
        <>
          <RetryButton key={state} label="Send all now" which={{ state }} />
          <Confirm
            label="Delete all"
            asks={`${many} that have not gone out will be deleted, and never go out. What they are about stays.`}
            go="Delete them"
            onGo={() =>
              void notice(() => change('deleteMails', { state }), { text: 'They are deleted, and never go out.' })
            }
          />
        </>
      )}
    </div>
  )
}
