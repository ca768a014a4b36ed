import { Page } from '../shell/Page.tsx'

export function Analytics() {
  return <Page title="Analytics" />
}
