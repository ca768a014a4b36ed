/** What the book says to “What does an MVP cost?”, in its own words. */
export const mvpSays = [
  'An MVP starts from $2,999, and the figure is fixed in writing before the work begins.',
  'A price with “from” is for the smallest thing of its kind, so what yours costs depends on its scope.',
] as const
export const mvpNext = 'What is the one thing that your MVP has to do?'
export const mvpReply = `${mvpSays.join(' ')} ${mvpNext}`
