import { Page } from '../shell/Page.tsx'

export function Setup() {
  return <Page title="Setup" />
}
