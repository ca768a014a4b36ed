import { useNotice } from './notice.tsx'

/** Downloads a text. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

type SaveTableProps = { label: string; name: string; read: () => Promise<string> }

export function SaveTable({ label, name, read }: SaveTableProps) {
  const notice = useNotice()
  const save = async () => saveFile(name, await read(), 'text/csv')
  return (
    <button type="button" className="quiet" onClick={() => void notice(save, { text: `Saved ${name}.` })}>
      {label}
    </button>
  )
}
