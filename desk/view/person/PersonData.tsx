import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { clockIn } from '../calls/days.ts'
import { type ResultOf, useRead } from '../client.ts'
import { Plain } from '../plain/Plain.tsx'
import { whyNone } from '../plain/plain-words.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useActions } from '../shell/notice.tsx'
import { saveFile } from '../shell/save-file.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { callMoment } from '../times.ts'

export function PersonData({ email }: { email: string }) {
  // Searches every row, so not every few seconds.
  const { data: person, error } = useRead('people.export', { email }, { once: true })
  if (person === undefined || error) return <Waiting error={error} />
  const { kept } = person
  const counts = countsOf(kept)
  if (counts === undefined && kept.suppressed === null) return <p>There is nothing stored about this person.</p>
  return (
    <>
      <p>{counts ?? 'Only that they get no newsletter.'}</p>
      <PersonActions person={person} counts={counts} />
      <CallsToCome person={person} />
      <ReferenceList title="Leads" references={kept.leads.map(({ reference }) => reference)} />
      <ReferenceList title="Other people’s leads that mention them" references={kept.mentionedIn} />
      {kept.suppressed && <p>{`They get no newsletter: ${whyNone[kept.suppressed.reason]}.`}</p>}
      <details className="all">
        <summary>Show everything</summary>
        <Plain kept={kept} zone={person.zone} />
      </details>
    </>
  )
}

function ReferenceList({ title, references }: { title: string; references: readonly string[] }) {
  if (references.length === 0) return null
  return (
    <section className="kept">
      <h2>{title}</h2>
      <ul>
        {references.map((reference) => (
          <li key={reference}>
            <Link href={`/leads/${reference}?view=all`}>{reference}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Cancel calls before forgetting if the visitor should be notified. */
function CallsToCome({ person: { callsToCome, zone } }: { person: ResultOf<'people.export'> }) {
  if (callsToCome.length === 0) return null
  return (
    <section className="kept" aria-labelledby="calls-to-come">
      <h2 id="calls-to-come">Upcoming calls</h2>
      <ul>
        {callsToCome.map(({ id, starts_at }) => (
          <li key={id}>
            <Link href={`/calls?week=${clockIn(starts_at, zone).slice(0, 10)}&call=${id}`}>
              {callMoment(starts_at, zone)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PersonActions({ person, counts }: { person: ResultOf<'people.export'>; counts: string | undefined }) {
  const { kept } = person
  const { email } = kept
  const lost = callsLost(person)
  const { change, notice } = useActions()
  const forget = async () => {
    const { leads, subscriptions, emails, files, otherRows, isWrittenAnew } = await change('people.forget', {
      who: [email],
    })
    const erased = `Erased: ${leads} leads, ${subscriptions} subscriptions, ${emails} emails, ${files} email files`
    const others = otherRows > 0 ? `; removed from ${otherRows} rows about others` : ''
    const again = isWrittenAnew ? ' They are writing right now, so forget them again once they have stopped.' : ''
    return `${erased}${others}. Earlier backups may still contain them.${again}`
  }
  return (
    <div className="actions">
      <button
        type="button"
        className="button"
        onClick={() => saveFile(`${email}.json`, JSON.stringify(kept, null, 2), 'application/json')}
      >
        Export their data
      </button>
      <Confirm
        label="Forget"
        asks={
          <>
            <p>{`This can’t be undone: ${counts ?? 'everything stored'} will be erased, and their address removed wherever others mention it.`}</p>
            {lost && <p className="problem">{`${lost} To notify them, cancel first.`}</p>}
          </>
        }
        go={`Erase ${email}`}
        onGo={() => void notice(forget)}
      />
    </div>
  )
}

type Person = ResultOf<'people.export'>
type Kept = Pick<Person['kept'], 'leads' | 'emails' | 'subscription' | 'issues' | 'mentionedIn'>

/** How much is stored about a person; undefined if nothing is. */
export function countsOf({ leads, emails, subscription, issues, mentionedIn }: Kept): string | undefined {
  const counts = [
    leads.length > 0 && counted(leads.length, 'lead'),
    emails.length > 0 && counted(emails.length, 'email'),
    subscription && 'a subscription',
    issues.length > 0 && counted(issues.length, 'issue sent', 'issues sent'),
    mentionedIn.length > 0 &&
      counted(mentionedIn.length, 'lead of someone else that mentions them', 'leads of others that mention them'),
  ].filter(Boolean)
  return counts.length === 0 ? undefined : counts.join(', ')
}

/** A sentence about calls that will be removed; undefined without any. */
export function callsLost({ callsToCome, zone }: Pick<Person, 'callsToCome' | 'zone'>): string | undefined {
  const [one, ...more] = callsToCome
  if (one === undefined) return undefined
  const times = callsToCome.map(({ starts_at }) => callMoment(starts_at, zone)).join('; ')
  return more.length === 0
    ? `1 upcoming call, on ${times}, is removed from the calendar; nobody is notified.`
    : `${callsToCome.length} upcoming calls, on ${times}, are removed from the calendar; nobody is notified.`
}
