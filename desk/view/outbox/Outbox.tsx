import { useRef } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import { change, type ResultOf, useRead } from '../client.ts'
import { Dialog, FinalButton, openDialog } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { Filters, useFilters } from '../shell/filters.tsx'
import type { ViewProps } from '../shell/Shell.tsx'
import { Split } from '../shell/Split.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { EmailView, IssueEmails } from './EmailView.tsx'
import { outboxRows } from './outbox-text.ts'

const views = { all: 'All', failed: 'Failed', waiting: 'Queued', sent: 'Sent' } as const

const emptyTexts: Record<keyof typeof views, string> = {
  all: 'Emails to visitors and to you show up here. To get the first, send yourself a message from your site.',
  failed: 'No failed emails.',
  waiting: 'No queued emails.',
  sent: 'No emails sent yet.',
}

export function Outbox({ id }: ViewProps) {
  const clock = useClock()
  const { view, queryString } = useFilters(views, 'all')
  const list = useRead('outbox.list', { state: view, limit: 1_000 })
  const items = list.data && outboxRows(list.data, clock)
  return (
    <Split
      title="Outbox"
      actions={list.data?.paused === null && <PauseButton data={list.data} />}
      filters={<Filters label="Filter" names={views} current={view} counts={list.data?.counts ?? {}} />}
      notice={list.data?.paused && <PausedBanner data={list.data} />}
      items={items?.map(({ key, aside, hasFailed, ...item }) => ({
        ...item,
        key,
        href: `/outbox/${encodeURIComponent(key)}${queryString}`,
        aside: hasFailed ? <Chip isLate>{aside}</Chip> : aside,
      }))}
      selected={id}
      listHref={`/outbox${queryString}`}
      placeholder={<Loaded {...list}>{() => <p className="empty">{emptyTexts[view]}</p>}</Loaded>}
      footer={list.data && <ListFooter view={view} data={list.data} />}
      renderDetail={(open) => {
        const issue = list.data?.issues.find(({ slug }) => slug === open)
        return issue ? <IssueEmails issue={issue} /> : <EmailView key={open} id={open} />
      }}
    />
  )
}

type ListData = { data: ResultOf<'outbox.list'> }

function PauseButton({ data: { pending: confirm } }: ListData) {
  const { runChange } = useChanges()
  const options = {
    text: () => 'All email is paused.',
    undo: () => change('outbox.resume', { confirm }),
  }
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" className="button plain" onClick={() => openDialog(dialog.current)}>
        <Icon name="pause" />
        Pause all email…
      </button>
      <Dialog
        ref={dialog}
        title="Pause all email?"
        confirmLabel="Pause all email"
        onConfirm={() => runChange('outbox.pause', {}, options)}
      >
        <p>Replies, receipts, reminders, and the newsletter wait until you resume. Leads still arrive in the Inbox.</p>
      </Dialog>
    </>
  )
}

function PausedBanner({ data: { paused, pending: confirm } }: ListData) {
  const clock = useClock()
  if (paused === null) return null
  const reason = paused.because === 'no reason given' ? '' : `: ${paused.because}`
  const resume = (
    <FinalButton
      label="Resume…"
      confirmLabel={confirm === 0 ? 'Resume' : `Send ${confirm.toLocaleString('en')}`}
      change="outbox.resume"
      input={{ confirm }}
      details={<p>{`${counted(confirm, 'email')} will be sent.`}</p>}
    />
  )
  return (
    <Banner isInk icon="pause" action={resume}>
      <b>{`Email has been paused since ${clock.moment(paused.since)}${reason}.`}</b>{' '}
      {counted(confirm, 'email is waiting.', 'emails are waiting.')}
    </Banner>
  )
}

/** Buttons for all listed emails. */
function ListFooter({ view, data: { emails, isCut } }: ListData & { view: keyof typeof views }) {
  const hasActions = (view === 'failed' || view === 'waiting') && emails.length > 1
  if (!hasActions) return isCut ? 'Only the newest emails are listed.' : null
  const input = { [view]: true }
  return (
    <span className="actions">
      <FinalButton label="Send all…" busyLabel="Sending…" confirmLabel="Send all" change="outbox.retry" input={input} />
      <FinalButton isPlain label="Delete all…" confirmLabel="Delete all" change="outbox.delete" input={input} />
    </span>
  )
}
