import { counted, sizeText } from '../../../platform/text/amounts.ts'
import type { NameOf, ResultOf } from '../client.ts'

type Notices = { readonly [Name in NameOf<'change'>]?: (output: ResultOf<Name>) => string }

/** Notices for changes whose terminal messages are longer than two lines. */
export const notices: Notices = {
  'backup.check': () => 'The backup restores cleanly, and the site starts on it.',
  'backup.make': ({ bytes, problems }) => [...problems, `Backed up and checked: ${sizeText(bytes)}.`].join(' '),
  'calls.approve': ({ when }) => `The call is booked: ${when}.`,
  'calls.book': ({ name, when }) => `${name}’s call is booked: ${when}.`,
  'calls.cancel': ({ when }) => `The call on ${when} is canceled.`,
  'calls.move': ({ name, when }) => `${name}’s call is moved to ${when}.`,
  'issue.send': ({ subscribers, when }) =>
    when === '' ? `On its way to ${counted(subscribers, 'subscriber')}.` : `It goes out${when}.`,
  'leads.reply': ({ isPaused }) =>
    isPaused ? 'Your reply is queued. The outbox is paused.' : 'Reply goes out in 10 seconds.',
  'outbox.retry': ({ sent, left, isPaused }) => {
    if (isPaused) return `${counted(left.length, 'email is waiting', 'emails are waiting')}. The outbox is paused.`
    return left.length === 0 ? `${counted(sent, 'email')} sent.` : `${counted(left.length, 'email')} still not sent.`
  },
  'outbox.test': ({ to }) => `Sent to ${to}.`,
  'people.forget': ({ isWrittenAnew }) =>
    isWrittenAnew ? 'New data about them arrived. Delete it again.' : 'Deleted. Earlier backups still have the data.',
}
