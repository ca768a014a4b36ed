import './details.css'
import type { CallKind, Calls } from '../../../platform/content/calls.ts'
import type { DetailsView } from '../../../server/calls/call-page.ts'
import { isCallback, questionLabels, shownFieldsOf } from '../../../server/calls/kinds.ts'
import { Form, type PageFormProps } from '../../ui/form/Form.tsx'
import { CallFrame } from './CallFrame.tsx'
import { timesLink } from './CallTimes.tsx'
import { NearTimes } from './NearTimes.tsx'

type CallDetailsProps = PageFormProps & { calls: Calls; view: DetailsView }

/** The form, next to the chosen time. If someone else has booked that time, the form offers the nearest free times. */
export function CallDetails({ calls, view, texts, ...props }: CallDetailsProps) {
  const { form, taken } = calls
  const { kind, near, links } = view
  const isTaken = near.length > 0
  const labels = Object.entries(questionLabels(kind)).map(([name, label]) => [name, { label }] as const)
  return (
    <CallFrame
      title={isTaken ? taken.heading : form.heading}
      head={(isTaken || !asksMore(kind)) && <p>{isTaken ? taken.text : form.text}</p>}
      side={<ChosenTime calls={calls} view={view} isTaken={isTaken} />}
    >
      <section className="call-main" aria-label={isTaken ? taken.heading : form.heading}>
        <Form
          {...props}
          action="/api/call"
          id="call"
          className="form"
          fields={shownFieldsOf(kind)}
          texts={{ ...texts, fields: { ...texts.fields, ...Object.fromEntries(labels) } }}
          errors={isTaken ? undefined : props.errors}
          send={form.send}
          draftKey="call"
          isBrief
          note={<p className="form-note second">{form.note}</p>}
        >
          <input type="hidden" name="zone" value={links.zone} />
          {kind.id !== '' && <input type="hidden" name="kind" value={kind.id} />}
          {isTaken ? (
            <NearTimes legend={taken.times} times={near} />
          ) : (
            <input type="hidden" name="start" value={view.chosen.start} />
          )}
        </Form>
      </section>
    </CallFrame>
  )
}

/** Whether the form requires more than a name and an email. */
function asksMore(kind: CallKind): boolean {
  return isCallback(kind) || kind.questions.some(({ required }) => required)
}

type ChosenTimeProps = { calls: Calls; view: DetailsView; isTaken: boolean }

function ChosenTime({ calls: { page, taken }, view, isTaken }: ChosenTimeProps) {
  const { chosen, links } = view
  if (isTaken)
    return (
      <section className="tag" aria-label={page.yourTime}>
        <h2>
          <del>
            <time dateTime={chosen.start}>{chosen.day}</time>
          </del>
        </h2>
        <p>
          <del>{`${chosen.range} ${chosen.zoneName}`}</del>
        </p>
        <p>
          <a className="link" href={timesLink(links)}>
            {taken.all}
          </a>
        </p>
      </section>
    )
  return (
    <section className="tag" aria-label={page.yourTime}>
      <h2>
        <time dateTime={chosen.start}>{chosen.day}</time>
      </h2>
      <p>
        <strong>{chosen.range}</strong> {chosen.zoneName}
      </p>
      {chosen.myTime && <p className="second">{chosen.myTime}</p>}
      <p>
        <a className="link" href={timesLink(links, { day: chosen.start.slice(0, 10) })}>
          {page.change}
        </a>
      </p>
    </section>
  )
}
