import { type ReadOf, useRead } from '../client.ts'
import { Waiting } from '../shell/Waiting.tsx'
import { age, moment } from '../times.ts'
import { MakeBackup, TryBackup } from './BackupActions.tsx'

type Data = ReadOf<'backups'>

export function Backups() {
  const { data, error } = useRead('backups', {})
  return (
    <main className="page">
      <h1>Backups</h1>
      {data === undefined || error ? <Waiting error={error} /> : <BackupList data={data} />}
    </main>
  )
}

function BackupList({ data: { folder, isEncrypting, backups } }: { data: Data }) {
  if (folder === null)
    return <p>None is made by itself: set BACKUP_DIR, a folder on another disk, and start the site again.</p>
  return (
    <>
      <p className="second">{`In ${folder}, ${isEncrypting ? 'encrypted' : 'not encrypted: set BACKUP_KEY'}.`}</p>
      <MakeBackup />
      {backups.length === 0 && <p className="second">There is none yet.</p>}
      <ul className="backups">
        {backups.map(({ name, at, bytes, isEncrypted }) => (
          <li key={name}>
            <b>{moment(at)}</b>
            <span className="second">
              {`${age(at, Date.now())} · ${(bytes / 1_000_000).toFixed(1)} MB · ${isEncrypted ? 'encrypted' : 'not encrypted'}`}
            </span>
            <TryBackup name={name} />
          </li>
        ))}
      </ul>
    </>
  )
}
