import { type ResultOf, useRead } from '../client.ts'
import { Split } from '../shell/Split.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { TrainingMessage } from './TrainingMessage.tsx'

/** Messages the chat wasn’t sure about, and the selected one beside the list. */
export function Training({ id }: { id: string | undefined }) {
  const { data, error } = useRead('training.list', {})
  return (
    <Split
      title="Chat training"
      beside={id === undefined ? undefined : <TrainingMessage key={id} id={id} data={data} error={error} />}
    >
      <p className="second">Messages the chat wasn’t sure about, from chats that came with a lead.</p>
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <>
          <BuildState build={data.build} />
          {data.build !== 'none' && (
            <VirtualList
              items={data.messages.map(toItem)}
              chosen={id}
              isCut={false}
              none="Nothing to review: the chat understood every message."
            />
          )}
        </>
      )}
    </Split>
  )
}

function BuildState({ build }: Pick<ResultOf<'training.list'>, 'build'>) {
  if (build === 'none') {
    return <p>Build the site first (npm start): the chat hasn’t been trained yet.</p>
  }
  if (build === 'newest') return null
  return (
    <p className="card">The answers have changed since the site was built. Rebuild it to train the chat: npm start.</p>
  )
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
