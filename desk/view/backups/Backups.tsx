import { useRead } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { formatAge, formatTime } from '../times.ts'

export function Backups() {
  const { runChange, isBusy } = useChanges()
  const makeBackup = () =>
    runChange('backup.make', {}, { long: { title: 'Backup', stopped: 'Stopped. No backup was made.' } })
  const tryRestore = (name: string) =>
    runChange(
      'backup.check',
      { name },
      { long: { title: 'Trial restore', stopped: 'Stopped. The trial left nothing behind.' } },
    )
  return (
    <main className="page">
      <h1>Backups</h1>
      <Loaded {...useRead('backup.list', {})}>
        {({ folder, isEncrypting, backups }) =>
          folder === null ? (
            <p>Automatic backups are off. Set BACKUP_DIR to a folder on another disk and restart the site.</p>
          ) : (
            <>
              <p className="second">{`In ${folder}, ${isEncrypting ? 'encrypted' : 'not encrypted: set BACKUP_KEY'}.`}</p>
              <div className="actions">
                <ActionButton label="Back up now" isDisabled={isBusy} run={makeBackup} />
              </div>
              {backups.length === 0 && <p className="second">No backups yet.</p>}
              <ul className="backups">
                {backups.map(({ name, at, bytes, isEncrypted }) => (
                  <li key={name}>
                    <b>{formatTime(at)}</b>
                    <span className="second">
                      {`${formatAge(at, Date.now())} · ${(bytes / 1_000_000).toFixed(1)} MB · ${isEncrypted ? 'encrypted' : 'not encrypted'}`}
                    </span>
                    <ActionButton label="Trial restore" isDisabled={isBusy} run={() => tryRestore(name)} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </main>
  )
}
