import { counted } from '../../../platform/text/amounts.ts'
import { type ResultOf, useRead } from '../client.ts'
import { useNotice } from '../shell/notice.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { age, moment } from '../times.ts'
import { useWork } from '../work/work.tsx'

type Data = ResultOf<'backup.list'>

export function Backups() {
  const { data, error } = useRead('backup.list', {})
  return (
    <main className="page">
      <h1>Backups</h1>
      {data === undefined || error ? <Waiting error={error} /> : <BackupList data={data} />}
    </main>
  )
}

function BackupList({ data: { folder, isEncrypting, backups } }: { data: Data }) {
  if (folder === null)
    return <p>Automatic backups are off. Set BACKUP_DIR to a folder on another disk and restart the site.</p>
  return (
    <>
      <p className="second">{`In ${folder}, ${isEncrypting ? 'encrypted' : 'not encrypted: set BACKUP_KEY'}.`}</p>
      <WorkButton text="Back up now" work={makeBackup} />
      {backups.length === 0 && <p className="second">No backups yet.</p>}
      <ul className="backups">
        {backups.map(({ name, at, bytes, isEncrypted }) => (
          <li key={name}>
            <b>{moment(at)}</b>
            <span className="second">
              {`${age(at, Date.now())} · ${(bytes / 1_000_000).toFixed(1)} MB · ${isEncrypted ? 'encrypted' : 'not encrypted'}`}
            </span>
            <WorkButton text="Trial restore" work={(run) => tryBackup(run, name)} />
          </li>
        ))}
      </ul>
    </>
  )
}

type Run = ReturnType<typeof useWork>['run']

function WorkButton({ text, work }: { text: string; work: (run: Run) => Promise<string> }) {
  const { run, isBusy } = useWork()
  const notice = useNotice()
  return (
    <button type="button" className="quiet" disabled={isBusy} onClick={() => void notice(() => work(run))}>
      {text}
    </button>
  )
}

async function makeBackup(run: Run): Promise<string> {
  const made = await run('Backup', 'backup.make', {})
  if (made === undefined) return 'Stopped. No backup was made.'
  const { rows, bytes, pruned } = made
  const gone = pruned.length === 0 ? '' : ` Deleted ${counted(pruned.length, 'old one')}.`
  return `${rowsText(rows)}, ${(bytes / 1_000_000).toFixed(1)} MB, verified.${gone}`
}

async function tryBackup(run: Run, name: string): Promise<string> {
  const restored = await run('Trial restore', 'backup.check', { name })
  if (restored === undefined) return 'Stopped. The trial left nothing behind.'
  return `This backup restores: ${rowsText(restored.rows)}, and the program runs on them.`
}

function rowsText(rows: Readonly<Record<string, number>>): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return counted(total, 'row')
}
