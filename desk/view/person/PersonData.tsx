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
  // Every row is looked through for their name: not every few seconds.
  const { data: person, error } = useRead('people.export', { email }, { once: true })
  if (person === undefined || error) return <Waiting error={error} />
  const { kept } = person
  const counts = countsOf(kept)
  if (counts === undefined && kept.suppressed === null) return <p>Nothing is kept of this person.</p>
  return (
    <>
      <p>{counts ?? 'A mark alone that they get no newsletter.'}</p>
      <PersonActions person={person} counts={counts} />
      <CallsToCome person={person} />
      <ReferenceList title="Requests" references={kept.leads.map(({ reference }) => reference)} />
      <ReferenceList title="Requests of others that name them" references={kept.mentionedIn} />
      {kept.suppressed && <p>{`They get no newsletter: ${whyNone[kept.suppressed.reason]}.`}</p>}
      <details className="all">
        <summary>All of it</summary>
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
            <Link href={`/requests/${reference}?view=all`}>{reference}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whoever wants them told cancels before forgetting. */
function CallsToCome({ person: { callsToCome, zone } }: { person: ResultOf<'people.export'> }) {
  if (callsToCome.length === 0) return null
  return (
    <section className="kept" aria-labelledby="calls-to-come">
      <h2 id="calls-to-come">Calls to come</h2>
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
    const erased = `Erased: requests ${leads}, subscriptions ${subscriptions}, mails ${emails}, mail files ${files}`
    const others = otherRows > 0 ? `; blacked out in ${otherRows} rows about others` : ''
    const again = isWrittenAnew ? ' They are writing at this very moment: do it again when they have stopped.' : ''
    return `${erased}${others}. Earlier backups may still hold them.${again}`
  }
  return (
    <div className="actions">
      <button
        type="button"
        className="button"
        onClick={() => saveFile(`${email}.json`, JSON.stringify(kept, null, 2), 'application/json')}
      >
        Save it for them
      </button>
      <Confirm
        label="Forget"
        asks={
          <>
            <p>{`This can’t be undone: ${counts ?? 'what is kept'} will be erased everywhere, and blacked out where others name them.`}</p>
            {lost && <p className="problem">{`${lost} If they are to be told, cancel first.`}</p>}
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

/** What is kept of a person, in numbers; undefined where nothing is. */
export function countsOf({ leads, emails, subscription, issues, mentionedIn }: Kept): string | undefined {
  const counts = [
    leads.length > 0 && counted(leads.length, 'request'),
    emails.length > 0 && counted(emails.length, 'mail'),
    subscription && 'a subscription',
    issues.length > 0 && counted(issues.length, 'issue sent', 'issues sent'),
    mentionedIn.length > 0 &&
      counted(mentionedIn.length, 'request of others that names them', 'requests of others that name them'),
  ].filter(Boolean)
  return counts.length === 0 ? undefined : counts.join(', ')
}

/** Of calls that nobody cancels: a sentence, where there are any. */
export function callsLost({ callsToCome, zone }: Pick<Person, 'callsToCome' | 'zone'>): string | undefined {
  const [one, ...more] = callsToCome
  if (one === undefined) return undefined
  const times = callsToCome.map(({ starts_at }) => callMoment(starts_at, zone)).join('; ')
  return more.length === 0
    ? `1 call to come, on ${times}, is taken off the calendar; nobody is told.`
    : `${callsToCome.length} calls to come, on ${times}, are taken off the calendar; nobody is told.`
}
