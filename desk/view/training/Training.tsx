import { type ResultOf, useRead } from '../client.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Split } from '../shell/Split.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { TrainingMessage } from './TrainingMessage.tsx'

export function Training({ id }: { id: string | undefined }) {
  const training = useRead('training.list', {})
  return (
    <Split
      title="Chat training"
      selected={id}
      label="Message"
      renderDetail={(selected) => (
        <Loaded {...training}>
          {({ messages, answers }) => {
            const message = messages.find(({ key }) => key === selected)
            return message ? <TrainingMessage message={message} answers={answers} /> : <p>Already answered.</p>
          }}
        </Loaded>
      )}
      listHref="/training"
    >
      <p className="second">Messages the chat wasn’t sure about, from chats that came with a lead.</p>
      <Loaded {...training}>
        {({ build, messages }) => (
          <>
            <BuildNotice build={build} />
            {build !== 'none' && (
              <VirtualList
                items={messages.map(toItem)}
                selected={id}
                emptyText="Nothing to review: the chat understood every message."
              />
            )}
          </>
        )}
      </Loaded>
    </Split>
  )
}

function BuildNotice({ build }: Pick<ResultOf<'training.list'>, 'build'>) {
  if (build === 'newest') return null
  if (build === 'none') return <p>Build the site first (npm start): the chat hasn’t been trained yet.</p>
  return <p className="card">The answers have changed since the last build. Run npm start to train the chat again.</p>
}

function toItem({ key, message, nearest: [best] }: ResultOf<'training.list'>['messages'][number]) {
  return {
    key,
    href: `/training/${key}`,
    title: message,
    aside: best === undefined ? '' : `${best.percent} %`,
    text: best === undefined ? '' : `${best.id}: ${best.says}`,
  }
}
