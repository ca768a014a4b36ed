import { Page } from '../shell/Page.tsx'

export function Issues() {
  return <Page title="Issues" />
}
