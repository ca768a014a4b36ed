import { labelOf } from '../../../platform/fields.ts'
import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'

export type FirstDayFacts = NonNullable<ResultOf<'overview.show'>['firstDay']>

export type Step = {
  title: string
  isDone: boolean
  minutes: number
  text: string
  /** The button’s label. Steps in a terminal have no button. */
  label?: string
  /** The button’s link. A button without a link sends a test email. */
  href?: string
}

export function stepsOf(day: FirstDayFacts): Step[] {
  return [
    {
      title: 'Start the site',
      isDone: day.isRunning,
      minutes: 0,
      text: 'Run npm start in the project’s folder.',
    },
    {
      title: 'Write your own content',
      isDone: day.sampleFiles === 0,
      minutes: 10,
      text: 'Some files in content/ still have sample text. There’s one file per section.',
      label: `Show ${counted(day.sampleFiles, 'file')}`,
      href: '/setup',
    },
    {
      title: 'Send yourself an email',
      isDone: day.isEmailTested,
      minutes: 2,
      text: 'Checks your mail server before the first lead depends on it.',
      label: 'Send test',
    },
    {
      title: 'Set your call hours',
      isDone: day.hasOwnHours,
      minutes: 3,
      text: `${hoursText(day.hours)} Change this in content/calls.yaml, or connect your own calendar.`,
      label: 'Show calendar',
      href: '/calendar',
    },
    {
      title: 'Choose a backup folder',
      isDone: day.hasBackups,
      minutes: 5,
      text: 'Use another disk if you have one. Backups run every night at 3 AM.',
      label: 'Choose folder',
      href: '/setup',
    },
  ]
}

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five']

/** `Your site is up. Four things to do before you show it to anyone, about 20 minutes.` */
export function introOf(day: FirstDayFacts): string {
  const open = stepsOf(day).filter(({ isDone }) => !isDone)
  const minutes = open.reduce((total, step) => total + step.minutes, 0)
  const site = day.isRunning ? 'Your site is up.' : 'Your site isn’t running.'
  const things = `${numberWords[open.length]} ${open.length === 1 ? 'thing' : 'things'}`
  return `${site} ${things} to do before you show it to anyone, about ${counted(minutes, 'minute')}.`
}

/** `Visitors can book from Monday to Friday, 10 AM to 10 PM.` */
function hoursText(hours: FirstDayFacts['hours']): string {
  if (hours === null || hours.days.length === 0) return 'Visitors can’t book calls yet.'
  return `Visitors can book ${daysText(hours)}, ${hourText(hours.from)} to ${hourText(hours.to)}.`
}

/** `from Monday to Friday`, `on Monday and Tuesday`, or `on Monday, Tuesday, Friday` */
function daysText({ days, isInRow }: NonNullable<FirstDayFacts['hours']>): string {
  const names = days.map(labelOf)
  if (names.length < 3) return `on ${names.join(' and ')}`
  return isInRow ? `from ${names[0]} to ${names.at(-1)}` : `on ${names.join(', ')}`
}

/** `10 AM`, `6:30 PM`. */
function hourText(time: string): string {
  const at = new Date(`2026-01-01T${time === '24:00' ? '00:00' : time}:00Z`)
  const text = at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return text.replace(':00', '').replace('\u202F', ' ')
}
