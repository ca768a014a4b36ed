import { Link } from 'wouter'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Icon, type IconName } from '../shell/Icon.tsx'
import { Section } from '../shell/Page.tsx'
import { useStudio } from '../shell/studio.tsx'
import { type FirstDayFacts, type Step, stepsOf } from './first-day.ts'
import { Kite } from './Kite.tsx'

export function FirstDay({ day }: { day: FirstDayFacts }) {
  const { siteUrl } = useStudio()
  const steps = stepsOf(day)
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone, label }) => !isDone && label)
  return (
    <>
      <div className="columns">
        <Section title="Do this first" aside={<span className="second">{`${done} of ${steps.length} done`}</span>}>
          <ol className="card steps">
            {steps.map((step) => (
              <StepView key={step.name} step={step} isNext={step === next} />
            ))}
          </ol>
        </Section>
        <aside className="empty">
          <Kite />
          <h2>No leads yet</h2>
          <p>When someone uses the contact form, the chat, or the call page, it lands here and in your email.</p>
          <a className="button" href={`${siteUrl}/contact`} target="_blank" rel="noreferrer">
            Write to yourself as a test
          </a>
        </aside>
      </div>
      <Section title="Where to find things">
        <ul className="four tour">
          <Tip icon="inbox" name="Inbox" text="Leads wait here until you reply. The oldest comes first." />
          <Tip icon="calendar" name="Calendar" text="Booked calls and your free times, next to your own calendar." />
          <Tip icon="issues" name="Issues" text="Each article you publish, ready to send to your subscribers." />
          <Tip icon="analytics" name="Analytics" text="Counted from today, without cookies.">
            <a href={`${siteUrl}/uncounted`} target="_blank" rel="noreferrer">
              Leave out my visits
            </a>
          </Tip>
        </ul>
      </Section>
    </>
  )
}

function StepView({ step, isNext }: { step: Step; isNext: boolean }) {
  const { runChange } = useChanges()
  const { title, text, isDone, label, href } = step
  if (isDone) {
    return (
      <li className="done">
        <Icon name="check" />
        <div>
          <b>{title}</b>
        </div>
      </li>
    )
  }
  const testButton = (
    <ActionButton
      label={label ?? ''}
      busyLabel="Sending…"
      isPrimary={isNext}
      run={() => runChange('outbox.test', {})}
    />
  )
  return (
    <li>
      <div>
        <b>{title}</b>
        <p className="second">{text}</p>
      </div>
      {href && (
        <Link className={isNext ? 'button primary' : 'button'} href={href}>
          {label}
        </Link>
      )}
      {label && !href && testButton}
    </li>
  )
}

type TipProps = { icon: IconName; name: string; text: string; children?: React.ReactNode }

function Tip({ icon, name, text, children }: TipProps) {
  return (
    <li>
      <Icon name={icon} />
      <div>
        <b>{name}</b>
        <p className="second">
          {text} {children}
        </p>
      </div>
    </li>
  )
}
