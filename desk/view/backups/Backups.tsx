import { Link } from 'wouter'
import { sizeText } from '../../../platform/text/amounts.ts'
import { type ResultOf, useRead } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { Banner } from '../ui/Banner.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { aboutBackups, nightsText } from './backup-text.ts'

type BackupsData = ResultOf<'backup.list'>

export function Backups() {
  const { runChange, isBusy } = useChanges()
  const clock = useClock()
  const read = useRead('backup.list', {})
  const { data } = read
  const makeBackup = () =>
    runChange('backup.make', {}, { long: { title: 'Backup', stopped: 'Stopped. No backup was made.' } })
  const isOn = data !== undefined && data.folder !== null
  const last = data?.backups[0]
  const isOld = last === undefined || clock.daysFromToday(last.at) < -1
  const button = <ActionButton label="Back up now" isPrimary={isOld} isDisabled={isBusy} run={makeBackup} />
  return (
    <Page title="Backups" about={isOn && aboutBackups(data, clock)} actions={isOn && button}>
      <Loaded {...read}>{(data) => (data.folder === null ? backupsOff : <BackupList data={data} />)}</Loaded>
    </Page>
  )
}

const toSetup = (label: string) => (
  <Link className="button" href="/setup">
    {label}
  </Link>
)

const backupsOff = (
  <Banner icon="warn" action={toSetup('Show Setup')}>
    <b>Nightly backups are off.</b>{' '}
    <span className="second">Set BACKUP_DIR to a folder on another disk, then restart the site.</span>
  </Banner>
)

function BackupList({ data }: { data: BackupsData }) {
  const { folder, isEncrypting, backups, disk } = data
  const diskText = disk?.isDataDisk ? 'Shared with your data' : 'Separate from your data'
  return (
    <>
      {!isEncrypting && (
        <Banner icon="warn" action={toSetup('Set a key')}>
          <b>Backups aren’t encrypted.</b>{' '}
          <span className="second">
            Anyone who can read the folder can read your leads. Set BACKUP_KEY to encrypt new backups.
          </span>
        </Banner>
      )}
      <div className="columns">
        {backups.length === 0 ? (
          <p className="second">Backups show up here. The site makes the first within minutes.</p>
        ) : (
          <BackupTable backups={backups} />
        )}
        <aside className="stack">
          <Nights data={data} />
          <Section title="Folder">
            <Facts
              facts={[
                ['Path', folder],
                ['Free', disk && `${disk.free} of ${disk.total}`],
                ['Disk', disk && disk.isDataDisk !== null ? diskText : null],
              ]}
            />
          </Section>
          <Section title="To restore">
            <p className="second">
              Run this on the server. The copy stores leads, but sends no email until you resume.
            </p>
            <pre>
              <code>studio restore FILE /srv/restored</code>
            </pre>
          </Section>
        </aside>
      </div>
    </>
  )
}

function BackupTable({ backups }: Pick<BackupsData, 'backups'>) {
  const { runChange, isBusy } = useChanges()
  const clock = useClock()
  const testRestore = (name: string) => {
    const long = { title: 'Test restore', stopped: 'Test canceled. The temporary copy is deleted.' }
    return runChange('backup.check', { name }, { long })
  }
  return (
    <table className="card">
      <thead>
        <tr>
          <th>Made</th>
          <th className="extra">Contains</th>
          <th className="n extra">Size</th>
          <th className="extra">Tested</th>
          <th>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {backups.map(({ name, at, bytes, holds, testedAt }) => (
          <tr key={name}>
            <td className="time">
              {`${clock.daysFromToday(at) === 0 ? 'Today' : clock.day(at)}, ${clock.time(at)}`}
              <small className="phone">{holds}</small>
            </td>
            <td className="second extra">{holds}</td>
            <td className="n second extra">{sizeText(bytes)}</td>
            <td className="second extra">{testedAt === null ? '–' : clock.recent(testedAt)}</td>
            <td className="n">
              <button type="button" className="link" disabled={isBusy} onClick={() => testRestore(name)}>
                Test restore
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const nightNames = { kept: 'Kept', gone: 'Deleted since', missed: 'Missed', unknown: 'Unknown' }

function Nights({ data: { nights, keepDays } }: { data: BackupsData }) {
  return (
    <Section title="Last 30 days" aside={<span className="second">{nightsText(nights)}</span>}>
      <div className="nights" role="img" aria-label={nightsText(nights)}>
        {nights.map(({ day, state }) => (
          <i key={day} className={state} title={`${day}: ${nightNames[state]}`} />
        ))}
      </div>
      <ul className="key">
        {(['kept', 'gone', 'missed'] as const).map((state) => (
          <li key={state}>
            <i className={state} />
            {nightNames[state]}
          </li>
        ))}
      </ul>
      {keepDays !== null && (
        <p className="second">{`All backups are kept for 7 days, then one a week for ${keepDays} days.`}</p>
      )}
    </Section>
  )
}
