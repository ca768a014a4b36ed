import { Page } from '../shell/Page.tsx'

export function People() {
  return <Page title="People" />
}
