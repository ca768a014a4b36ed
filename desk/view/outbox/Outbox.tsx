import { Page } from '../shell/Page.tsx'

export function Outbox() {
  return <Page title="Outbox" />
}
