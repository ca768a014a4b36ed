import { useRead } from '../client.ts'
import { Filters, useFilters } from '../shell/filters.tsx'
import type { ViewProps } from '../shell/Shell.tsx'
import { Split } from '../shell/Split.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import type { MessageData } from './TeachForm.tsx'
import { TrainingMessage } from './TrainingMessage.tsx'

const views = { messages: 'To review', saved: 'Saved', ignored: 'Ignored' } as const

const emptyTexts: Record<keyof typeof views, string> = {
  messages: 'Messages the chat wasn’t sure about show up here once a chat becomes a lead.',
  saved: 'Messages you save as examples show up here.',
  ignored: 'Messages you ignore show up here.',
}

export function Training({ id }: ViewProps) {
  const { view, queryString } = useFilters(views, 'messages')
  const training = useRead('training.list', {})
  const { data } = training
  const counts = data && { messages: data.messages.length, saved: data.saved.length }
  const find = (key: string) =>
    data && [...data.messages, ...data.saved, ...data.ignored].find((each) => each.key === key)
  return (
    <Split
      title="Chat training"
      about={data && `Messages under ${data.surePercent}% sure`}
      filters={<Filters label="Filter" names={views} current={view} counts={counts ?? {}} />}
      notice={
        data?.build === 'none' && (
          <Banner icon="warn">The chat isn’t trained yet. Build the site with npm start.</Banner>
        )
      }
      items={data?.[view].map((message) => ({
        key: message.key,
        href: `/training/${message.key}${queryString}`,
        title: message.message,
        aside: message.nearest[0] && `${message.nearest[0].percent}% sure`,
        text: answerText(message),
        isTitled: true,
      }))}
      selected={id}
      listHref={`/training${queryString}`}
      placeholder={<Loaded {...training}>{() => <p className="empty">{emptyTexts[view]}</p>}</Loaded>}
      footer={data && data[view].length > 0 && 'Saved messages are used after the next build (npm start).'}
      renderDetail={(open) => {
        const message = find(open)
        return message && data && <TrainingMessage key={open} message={message} training={data} />
      }}
    />
  )
}

function answerText({ savedAs, nearest: [best] }: MessageData): string {
  if (savedAs !== null) return `Saved as: ${savedAs.title}`
  return best === undefined ? 'No answer is near' : `Nearest: ${best.title}`
}
