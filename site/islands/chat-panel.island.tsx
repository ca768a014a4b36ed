import words from 'virtual:built/chat-words'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { islandUrl } from '../build/island-url.ts'
import { Chat } from './chat/Chat.tsx'
import type { ConsultationProps } from './consultation/Consultation.tsx'

/** Hydrates synchronously because the page replays a held click right afterward. */
export function hydrate(chat: Element): void {
  flushSync(() => {
    hydrateRoot(chat, <Chat words={words} Consultation={Consultation} />)
  })
}

type ConsultationIsland = typeof import('./consultation.island.tsx')

/** Loads the consultation once a name or email address is known. On failure, offers an email link and retries later. */
function Consultation(props: ConsultationProps) {
  /** The loaded component: undefined until it loads, null if loading failed. */
  const [Panel, setPanel] = useState<ConsultationIsland['ChatConsultation'] | null>()
  const { info, isLeavingMessage, transcript } = props
  const isNeeded = !!(isLeavingMessage || info.name || info.email)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure, each message tries again
  useEffect(() => {
    if (!isNeeded || Panel) return
    import(/* @vite-ignore */ islandUrl('consultation')).then(
      ({ ChatConsultation }: ConsultationIsland) => setPanel(() => ChatConsultation),
      () => setPanel(null),
    )
  }, [isNeeded, transcript.length])
  if (Panel) return <Panel {...props} />
  const hasFailed = Panel === null
  return (
    hasFailed && (
      <p className="chat-foot" role="status">
        {words.refused}{' '}
        <a href={`mailto:${words.email}?body=${encodeURIComponent(info.requirements ?? '')}`}>{words.email}</a>
      </p>
    )
  )
}
