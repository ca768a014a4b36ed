import type { Step, WayName } from './steps.ts'

/** The ways to a client and their steps, in words for the owner. */
export const stepNames: { ways: Record<WayName, string>; steps: Record<Step, string> } = {
  ways: { form: 'By the form', chat: 'By the chat', call: 'By a call', newsletter: 'To the newsletter' },
  steps: {
    visit: 'Saw a page',
    read: 'Read on',
    'used:contact': 'Began the form',
    'sent:contact': 'Sent it',
    'used:chat': 'Opened the chat',
    asked: 'Asked',
    named: 'Gave a name',
    'sent:booking': 'Sent the request',
    'page:/call': 'Saw the times',
    'used:call': 'Picked one',
    'sent:call': 'Booked it',
    'sent:newsletter': 'Signed up',
    confirmed: 'Confirmed it',
  },
}
