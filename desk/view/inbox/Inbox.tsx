import { Page } from '../shell/Page.tsx'

export function Inbox() {
  return <Page title="Inbox" />
}
