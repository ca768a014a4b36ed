import { useState } from 'react'
import { useChange } from '../client.ts'
import { useNotice } from '../shell/notice.tsx'

export function MakeBackup() {
  const change = useChange()
  const make = async () => {
    const { rows, bytes, thinned } = await change('makeBackup', {})
    const gone = thinned === 0 ? '' : ` ${thinned} old ${thinned === 1 ? 'one is' : 'ones are'} deleted.`
    return `${rows.toLocaleString('en')} rows, ${(bytes / 1_000_000).toFixed(1)} MB, read back whole.${gone}`
  }
  return <Work label="Make one now" meanwhile="Making it …" work={make} />
}

export function TryBackup({ name }: { name: string }) {
  const change = useChange()
  const open = async () => {
    const { rows } = await change('tryBackup', { name })
    return `It is whole: ${rows.toLocaleString('en')} rows.`
  }
  return <Work label="Try it" meanwhile="Reading it …" work={open} />
}

type WorkProps = { label: string; meanwhile: string; work: () => Promise<string> }

/** Takes a while, and is not begun twice. */
function Work({ label, meanwhile, work }: WorkProps) {
  const [isBusy, setBusy] = useState(false)
  const notice = useNotice()
  const start = async () => {
    setBusy(true)
    await notice(work, { text: '' })
    setBusy(false)
  }
  return (
    <button type="button" className="quiet" aria-busy={isBusy} disabled={isBusy} onClick={() => void start()}>
      {isBusy ? meanwhile : label}
    </button>
  )
}
