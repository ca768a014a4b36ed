import { ActionButton } from './ActionButton.tsx'
import { useChanges } from './changes.tsx'

export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

type SaveCsvProps = { label: string; icon?: string; name: string; read: () => Promise<string> }

export function SaveCsvButton({ name, read, ...button }: SaveCsvProps) {
  const { notify } = useChanges()
  const save = async () => {
    saveFile(name, await read(), 'text/csv')
    return `Saved ${name}.`
  }
  return <ActionButton {...button} run={() => notify(save)} />
}
