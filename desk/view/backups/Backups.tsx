import { Page } from '../shell/Page.tsx'

export function Backups() {
  return <Page title="Backups" />
}
