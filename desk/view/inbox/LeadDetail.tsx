import { Link } from 'wouter'
import { change, useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Icon } from '../shell/Icon.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Menu } from '../shell/Menu.tsx'
import { Section } from '../shell/Page.tsx'
import { Detail } from '../shell/Split.tsx'
import { useClock } from '../shell/studio.tsx'
import { LeadRail } from './LeadRail.tsx'
import { LeadTimeline } from './LeadTimeline.tsx'
import { type Lead, replyLink } from './lead-text.ts'
import { FailedReply, ReplyBox } from './ReplyBox.tsx'

export function LeadDetail({ reference }: { reference: string }) {
  const read = useRead('leads.show', { reference })
  return <Loaded {...read}>{(lead) => <Known lead={lead} />}</Loaded>
}

function Known({ lead }: { lead: Lead }) {
  const clock = useClock()
  const { name, email, created_at, text, chat, status } = lead
  return (
    <Detail
      title={name || email}
      about={
        <>
          <a href={`mailto:${email}`}>{email}</a> · {clock.moment(created_at)}
        </>
      }
      actions={<LeadActions lead={lead} />}
      rail={<LeadRail lead={lead} />}
    >
      <FailedReply lead={lead} />
      {text !== '' && (
        <div className="message">
          {text.split(/\n{2,}/).map((paragraph, n) => (
            <p key={String(n)} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      )}
      {chat.length > 0 && <Chat chat={chat} />}
      {status !== 'spam' && <ReplyBox lead={lead} />}
      <LeadTimeline history={lead.history} noted={lead} />
    </Detail>
  )
}

/** Only verified replies are the chat’s: a browser can make up any other. */
function Chat({ chat }: Pick<Lead, 'chat'>) {
  return (
    <Section title="Conversation">
      <ol className="chat">
        {chat.map(({ role, content, unsent, isProved }, n) => {
          const remark = role === 'assistant' ? !isProved && 'Unverified' : unsent && 'Typed, not sent'
          return (
            <li key={String(n)} className={role === 'assistant' ? 'reply' : undefined} dir="auto">
              {content}
              {remark && <small>{remark}</small>}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

function LeadActions({ lead }: { lead: Lead }) {
  const { reference, name, email, status, waits, answered_at, isSpamFinal } = lead
  const { runChange } = useChanges()
  const who = name || email
  const references = [reference]
  const isAnswered = answered_at !== null && !waits
  const toggleAnswered = () =>
    runChange(
      'leads.answered',
      { references, undo: isAnswered },
      {
        text: () => `${who} marked as ${isAnswered ? 'unanswered' : 'answered'}`,
        undo: () => change('leads.answered', { references, undo: !isAnswered, at: answered_at ?? undefined }),
      },
    )
  const mark = (verdict: typeof status) =>
    runChange(
      'leads.mark',
      { reference, verdict },
      {
        text: () => `${who} marked as ${verdict === 'spam' ? 'spam' : 'not spam'}`,
        undo:
          verdict === 'spam' && isSpamFinal ? undefined : () => change('leads.mark', { reference, verdict: status }),
      },
    )
  return (
    <>
      {status !== 'spam' && (
        <button type="button" className="button phone" onClick={() => document.getElementById('reply')?.focus()}>
          <Icon name="reply" />
          Reply
        </button>
      )}
      {status === 'ok' ? (
        <ActionButton
          label={isAnswered ? 'Mark as unanswered' : 'Mark as answered'}
          icon="check"
          shortcut="e"
          run={toggleAnswered}
        />
      ) : (
        <ActionButton label="Not spam" icon="check" run={() => mark('ok')} />
      )}
      {status !== 'spam' && (
        <ActionButton
          label="Mark as spam"
          icon="spam"
          isIconOnly
          asks={isSpamFinal ? 'leads.mark' : undefined}
          run={() => mark('spam')}
        />
      )}
      <Menu>
        <a className="button plain" href={replyLink(lead)}>
          Open in my email app
        </a>
        <Link className="button plain" href={hrefs.person(email)}>
          Show person
        </Link>
      </Menu>
    </>
  )
}
