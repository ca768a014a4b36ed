import { Link, useLocation } from 'wouter'
import { sourceName } from '../../../platform/text/report-text.ts'
import { readOnce, useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { LeadTimeline } from '../inbox/LeadTimeline.tsx'
import { localTimeText } from '../inbox/lead-text.ts'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { Detail } from '../shell/Split.tsx'
import { saveFile } from '../shell/save-file.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Menu } from '../ui/Menu.tsx'
import {
  callsText,
  callText,
  consentText,
  emailsText,
  leadsText,
  lossText,
  newsletterText,
  type Person,
} from './person.ts'

export function PersonView({ email }: { email: string }) {
  const unknown = (
    <Detail title={email}>
      <p>Nothing is stored about this person.</p>
    </Detail>
  )
  const read = useRead('people.show', { email })
  return <Loaded {...read}>{(person) => (person ? <KnownPerson person={person} /> : unknown)}</Loaded>
}

function KnownPerson({ person }: { person: Person }) {
  const clock = useClock()
  const { email, name, since, upcoming, timeline, latest } = person
  return (
    <Detail
      title={name || email}
      about={
        <>
          <a href={`mailto:${email}`}>{email}</a>
          {since === null ? '' : ` · since ${clock.date(since)}`}
        </>
      }
      actions={<Actions person={person} />}
      rail={<Rail person={person} />}
    >
      {upcoming && (
        <section className="card">
          <div className="upcoming">
            <span>
              <b>{`${callText(upcoming.starts_at, clock)}, ${clock.timeRange(upcoming.starts_at, upcoming.ends_at)}`}</b>
              <small dir="auto">{upcoming.about}</small>
            </span>
            <Link className="button" href={hrefs.call(upcoming.id, clock.isoDay(upcoming.starts_at))}>
              Show in calendar
            </Link>
          </div>
        </section>
      )}
      <LeadTimeline history={timeline} notedLead={latest} />
    </Detail>
  )
}

function Actions({ person }: { person: Person }) {
  const { email } = person
  const clock = useClock()
  const { notify } = useChanges()
  const [, navigate] = useLocation()
  const exportData = async () => {
    const { data } = await readOnce('people.export', { email })
    saveFile(`${email}.json`, JSON.stringify(data, null, 2), 'application/json')
    return `Saved ${email}.json.`
  }
  return (
    <>
      <a className="button" href={`mailto:${email}`}>
        Email
      </a>
      <Menu>
        <ActionButton label="Export data" isPlain run={() => notify(exportData)} />
        <FinalButton
          label="Delete data…"
          isPlain
          details={<p>{lossText(person, clock)}</p>}
          confirmLabel="Delete data"
          change="people.forget"
          input={{ who: [email] }}
          onDone={() => navigate('/people')}
        />
      </Menu>
    </>
  )
}

function Rail({ person }: { person: Person }) {
  const clock = useClock()
  const { email, company, zone, cameFrom, newsletter, emails, consents } = person
  const [newest] = person.leads
  const leadsLink = newest && <Link href={hrefs.lead(newest)}>{leadsText(person)}</Link>
  const isSubscribed = newsletter?.state === 'active' || newsletter?.state === 'unconfirmed'
  return (
    <>
      <section>
        <h3>On file</h3>
        <Facts
          facts={[
            ['Leads', leadsLink ?? 'None'],
            ['Calls', callsText(person, clock)],
            ['Newsletter', newsletterText(person, clock)],
            ['Emails', emailsText(emails)],
          ]}
        />
        {isSubscribed && (
          <FinalButton label="Unsubscribe…" change="subscribers.remove" input={{ addresses: [email] }} />
        )}
      </section>
      <section>
        <h3>Person</h3>
        <Facts
          facts={[
            ['Company', company],
            ['Local time', localTimeText(zone, clock)],
            ['Came from', cameFrom && sourceName(cameFrom)],
          ]}
        />
      </section>
      {consents.length > 0 && (
        <section>
          <h3>Consent</h3>
          {consents.map((consent) => (
            <p key={consent.at} className="second">
              “<bdi>{consent.words}</bdi>” {consentText(consent, clock)}
            </p>
          ))}
        </section>
      )}
    </>
  )
}
