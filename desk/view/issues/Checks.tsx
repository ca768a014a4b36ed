import { useActionState, useState } from 'react'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type DryRun, findSendProblem } from './issue-text.ts'

export function TestEmail({ slug, defaultAddress }: { slug: string; defaultAddress: string }) {
  const [typedAddress, setTypedAddress] = useState<string>()
  const { runChange } = useChanges()
  const address = typedAddress ?? defaultAddress
  const [, send, isBusy] = useActionState(async () => {
    await runChange('issue.test', { slug, address })
  }, undefined)
  const field = { type: 'email', required: true, maxLength: 254, value: address }
  return (
    <form action={send}>
      <h3>Test it first</h3>
      <Field {...field} label="Send the test to" isLabelHidden onText={setTypedAddress} />
      <button type="submit" className="button" disabled={isBusy}>
        {isBusy ? 'Sending…' : 'Send test'}
      </button>
    </form>
  )
}

const icons = { ok: 'check', note: 'note', unsure: 'warn', wrong: 'warn' } as const

/** Lists all checks except the problem that prevents sending, which SendForm shows below its button. */
export function Checks({ dryRun }: { dryRun: DryRun }) {
  const clock = useClock()
  const { checks, testedAt } = dryRun
  const test = testedAt === null ? 'No test sent yet' : `Test sent ${clock.moment(testedAt)}`
  const shown = [
    ...checks.filter((check) => check !== findSendProblem(dryRun)),
    { state: testedAt === null ? 'note' : 'ok', text: test } as const,
  ].toSorted((a, b) => Number(a.state === 'note') - Number(b.state === 'note'))
  return (
    <section>
      <h3>Checks</h3>
      <ul className="checks">
        {shown.map(({ state, text }) => (
          <li key={text} className={icons[state] === 'warn' ? 'late' : undefined}>
            <Icon name={icons[state]} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
