import { Link } from 'wouter'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { SiteLink } from '../shell/studio.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Section } from '../ui/Page.tsx'
import { type FirstDayFacts, type Step, stepsOf } from './first-day.ts'

const tour: [icon: string, name: string, text: string][] = [
  ['inbox', 'Inbox', 'Leads wait here until you reply. The oldest comes first.'],
  ['calendar', 'Calendar', 'Booked calls and your free times, next to your own calendar.'],
  ['issues', 'Issues', 'Each article you publish, ready to send to your subscribers.'],
  ['analytics', 'Analytics', 'Counted from today, without cookies.'],
]

export function FirstDay({ day }: { day: FirstDayFacts }) {
  const steps = stepsOf(day)
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone, label }) => !isDone && label)
  return (
    <>
      <div className="columns">
        <Section title="Do this first" aside={<span className="second">{`${done} of ${steps.length} done`}</span>}>
          <ol className="card steps">
            {steps.map((step) => (
              <StepView key={step.title} step={step} isNext={step === next} />
            ))}
          </ol>
        </Section>
        <aside className="empty">
          <svg viewBox="0 0 300 236" aria-hidden="true">
            <use href="#house" />
          </svg>
          <h2>No leads yet</h2>
          <p>When someone uses the contact form, the chat, or the call page, it lands here and in your email.</p>
          <SiteLink className="button" path="/contact">
            Write to yourself as a test
          </SiteLink>
        </aside>
      </div>
      <Section title="Where to find things">
        <ul className="four tour">
          {tour.map(([icon, name, text]) => (
            <li key={name}>
              <Icon name={icon} />
              <div>
                <b>{name}</b>
                <p className="second">
                  {text} {name === 'Analytics' && <SiteLink path="/uncounted">Leave out my visits</SiteLink>}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function StepView({ step, isNext }: { step: Step; isNext: boolean }) {
  const { runChange } = useChanges()
  const { title, text, isDone, label, href } = step
  const test = () => runChange('outbox.test', {})
  return (
    <li className={isDone ? 'done' : undefined}>
      {isDone && <Icon name="check" />}
      <div>
        <b>{title}</b>
        {!isDone && <p className="second">{text}</p>}
      </div>
      {!isDone && label && href && (
        <Link className={isNext ? 'button primary' : 'button'} href={href}>
          {label}
        </Link>
      )}
      {!isDone && label && !href && <ActionButton label={label} busyLabel="Sending…" isPrimary={isNext} run={test} />}
    </li>
  )
}
