import { Page } from '../shell/Page.tsx'

export function Training() {
  return <Page title="Training" />
}
