import { useNotice } from '../shell/notice.tsx'
import { useWork } from '../work/work.tsx'

export function MakeBackup() {
  const { run, isBusy } = useWork()
  const notice = useNotice()
  const make = async () => {
    const made = await run('Backup', 'makeBackup', {})
    if (made === undefined) return 'Stopped: no backup was made.'
    const { rows, bytes, thinned } = made
    const gone = thinned === 0 ? '' : ` ${thinned} old ${thinned === 1 ? 'one is' : 'ones are'} deleted.`
    return `${rows.toLocaleString('en')} rows, ${(bytes / 1_000_000).toFixed(1)} MB, read back whole.${gone}`
  }
  return (
    <button type="button" className="quiet" disabled={isBusy} onClick={() => void notice(make, { text: '' })}>
      Make one now
    </button>
  )
}

export function TryBackup({ name }: { name: string }) {
  const { run, isBusy } = useWork()
  const notice = useNotice()
  const restore = async () => {
    const restored = await run('Trial of a restore', 'tryBackup', { name })
    if (restored === undefined) return 'Stopped: nothing is left of the trial.'
    return `It can be restored: ${restored.rows.toLocaleString('en')} rows, and the program works on them.`
  }
  return (
    <button type="button" className="quiet" disabled={isBusy} onClick={() => void notice(restore, { text: '' })}>
      Try it
    </button>
  )
}
