import { Page } from '../shell/Page.tsx'

export function Calendar() {
  return <Page title="Calendar" />
}
