import { type ResultOf, useRead } from '../client.ts'
import { Split } from '../shell/Split.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { TrainingMessage } from './TrainingMessage.tsx'

/** What the agent was asked and could not surely answer, and one question beside the list. */
export function Training({ id }: { id: string | undefined }) {
  const { data, error } = useRead('training.list', {})
  return (
    <Split
      title="Questions"
      beside={id === undefined ? undefined : <TrainingMessage key={id} id={id} data={data} error={error} />}
    >
      <p className="second">What the agent did not surely understand, of talks that were sent along with a request.</p>
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
              none="Of the talks that were sent along it has understood every message."
            />
          )}
        </>
      )}
    </Split>
  )
}

function BuildState({ build }: Pick<ResultOf<'training.list'>, 'build'>) {
  if (build === 'none') {
    return <p>The site was not built yet, so the agent has learned nothing: build it first, with npm start.</p>
  }
  if (build === 'newest') return null
  return (
    <p className="card">
      The answers were changed since the site was built. The agent knows what it was taught once it is built again: npm
      start.
    </p>
  )
}

function toItem({ key, message, nearest: [best] }: ResultOf<'training.list'>['messages'][number]) {
  return {
    key,
    href: `/questions/${key}`,
    title: message,
    aside: best === undefined ? '' : `${best.percent} %`,
    text: best === undefined ? '' : `${best.id}: ${best.says}`,
  }
}
