import { Link } from 'wouter'
import { change, useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { Detail } from '../shell/Split.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Section } from '../ui/Page.tsx'
import { LeadRail } from './LeadRail.tsx'
import { LeadTimeline } from './LeadTimeline.tsx'
import { type Lead, replyLink } from './lead-text.ts'
import { FailedReply, ReplyBox } from './ReplyBox.tsx'

export function LeadDetail({ reference }: { reference: string }) {
  const read = useRead('leads.show', { reference })
  return <Loaded {...read}>{(lead) => <LoadedLead lead={lead} />}</Loaded>
}

function LoadedLead({ lead }: { lead: Lead }) {
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
      <LeadTimeline history={lead.history} notedLead={lead} />
    </Detail>
  )
}

/** The chat as the visitor’s browser sent it. Replies without a valid signature, which could be fake, are marked. */
function Chat({ chat }: Pick<Lead, 'chat'>) {
  return (
    <Section title="Conversation">
      <ol className="chat">
        {chat.map(({ role, content, unsent, isProved }, n) =>
          role === 'assistant' ? (
            <li key={String(n)} className="reply" dir="auto">
              {content}
              {!isProved && <small>Unverified</small>}
            </li>
          ) : (
            <li key={String(n)} dir="auto">
              {content}
              {unsent && <small>Typed, not sent</small>}
            </li>
          ),
        )}
      </ol>
    </Section>
  )
}

function LeadActions({ lead }: { lead: Lead }) {
  const { reference, name, email, status, waits, answered_at, isSpamFinal } = lead
  const { runChange } = useChanges()
  const displayName = name || email
  const references = [reference]
  const isAnswered = answered_at !== null && !waits
  const toggleAnswered = () =>
    runChange(
      'leads.answered',
      { references, undo: isAnswered },
      {
        text: () => `${displayName} marked as ${isAnswered ? 'unanswered' : 'answered'}`,
        undo: () => change('leads.answered', { references, undo: !isAnswered, at: answered_at ?? undefined }),
      },
    )
  const mark = (verdict: typeof status) => {
    const isFinal = verdict === 'spam' && isSpamFinal
    const text = () => `${displayName} marked as ${verdict === 'spam' ? 'spam' : 'not spam'}`
    const undo = () => change('leads.mark', { reference, verdict: status })
    return runChange('leads.mark', { reference, verdict }, { text, undo: isFinal ? undefined : undo })
  }
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
