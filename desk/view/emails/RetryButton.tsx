import { useTransition } from 'react'
import type { InputOf } from '../client.ts'
import { useActions } from '../shell/notice.tsx'

type RetryButtonProps = { label: string; which: InputOf<'outbox.retry'> }

/** Sends now, which may take a minute, and reports the result. */
export function RetryButton({ label, which }: RetryButtonProps) {
  const [isBusy, start] = useTransition()
  const { change, notice } = useActions()
  const send = async () => {
    const { sent, left, isPaused } = await change('outbox.retry', which)
    if (isPaused) return `${left.length} are queued until sending resumes.`
    return `${sent} sent${left.length > 0 ? `, ${left.length} not accepted: each one says why` : ''}.`
  }
  return (
    <button
      type="button"
      className="quiet"
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => start(() => notice(send))}
    >
      {isBusy ? 'Sending …' : label}
    </button>
  )
}
