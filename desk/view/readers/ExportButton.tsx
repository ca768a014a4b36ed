import { type ReadOf, readOnce } from '../client.ts'
import { useNotice } from '../shell/notice.tsx'
import { saveFile } from '../shell/save-file.ts'

type ExportButtonProps = { state: ReadOf<'readers'>['readers'][number]['state'] | 'all'; search: string }

/** Of those that the list shows, with the proof of their consent. */
export function ExportButton({ state, search }: ExportButtonProps) {
  const notice = useNotice()
  const save = async () => {
    const { csv } = await readOnce('readersTable', { state, search })
    saveFile('readers.csv', csv, 'text/csv')
  }
  return (
    <button type="button" className="quiet" onClick={() => void notice(save, { text: 'readers.csv is saved.' })}>
      Save as a table
    </button>
  )
}
