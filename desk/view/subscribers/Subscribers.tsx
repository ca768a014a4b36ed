import { Page } from '../shell/Page.tsx'

export function Subscribers() {
  return <Page title="Subscribers" />
}
