/** A letter as it goes to everybody; only each reader's own link to leave is missing. */
export type RenderedIssue = {
  subject: string
  /** Both hold `unsubscribePlace`, once or more often. */
  text: string
  html: string
}

/** Stands where a reader's own link to leave is put. No text that an owner writes looks like it. */
export const unsubscribePlace = 'https://unsubscribe.invalid/'

/** @param link of one reader; made of letters, digits and what needs no escaping in HTML */
export function withUnsubscribeLink(issue: RenderedIssue, link: string): RenderedIssue {
  return {
    subject: issue.subject,
    text: issue.text.replaceAll(unsubscribePlace, link),
    html: issue.html.replaceAll(unsubscribePlace, link),
  }
}
