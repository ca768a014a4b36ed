import { useTransition } from 'react'
import { useActions } from '../shell/notice.tsx'

type RetryButtonProps = { label: string; which: { ids: string[] } | { state: 'failed' | 'queued' } }

/** Sends now, which may take a minute, and tells what has become of it. */
export function RetryButton({ label, which }: RetryButtonProps) {
  const [isBusy, start] = useTransition()
  const { change, notice } = useActions()
  const send = async () => {
    const { sent, left, isMuted } = await change('retryMails', which)
    if (isMuted) return `${left} wait until mails go out again.`
    return `${sent} sent${left > 0 ? `, ${left} not taken: each says why` : ''}.`
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
