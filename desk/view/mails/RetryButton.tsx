import { useState } from 'react'
import { useChange } from '../client.ts'
import { useNotice } from '../shell/notice.tsx'

type RetryButtonProps = { label: string; which: { ids: string[] } | { state: 'failed' | 'queued' } }

/** Sends now, which may take a minute, and tells what has become of it. */
export function RetryButton({ label, which }: RetryButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const change = useChange()
  const notice = useNotice()
  const send = async () => {
    const { sent, left, isMuted } = await change('retryMails', which)
    if (isMuted) return `${left} wait until mails go out again.`
    return `${sent} sent${left > 0 ? `, ${left} not taken: each says why` : ''}.`
  }
  const retry = async () => {
    setBusy(true)
    await notice(send, { text: '' })
    setBusy(false)
  }
  return (
    <button type="button" className="quiet" aria-busy={isBusy} disabled={isBusy} onClick={() => void retry()}>
      {isBusy ? 'Sending …' : label}
    </button>
  )
}
