import { useChange } from '../client.ts'
import { useNotice } from '../shell/notice.tsx'

/** Sends now, and tells what has become of it. */
export function useRetry() {
  const change = useChange()
  const notice = useNotice()
  return (which: { ids: string[] } | { state: 'failed' | 'queued' }) =>
    notice(
      async () => {
        const { sent, left, isMuted } = await change('retryMails', which)
        if (isMuted) return `${left} wait until mails go out again.`
        return `${sent} sent${left > 0 ? `, ${left} not taken: each says why` : ''}.`
      },
      { text: 'Sent.' },
    )
}
