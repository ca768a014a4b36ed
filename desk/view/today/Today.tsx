import { Page } from '../shell/Page.tsx'

export function Today() {
  return <Page title="Today" />
}
