/**
 * What the passing of days changes in a text that names some, though no byte of it changes: an article comes out on its
 * day, an offer ends after its last. Plain JavaScript: it has to run on the system's Node.js 20.
 * @param {string} text content, in which a day is written like 2025-12-06
 * @param {string} today a day as well, in UTC
 * @returns {string} the days that have not passed; the one that is today is apart from those to come
 */
export function daysAhead(text, today) {
  const days = (text.match(/\b\d{4}-\d\d-\d\d\b/g) ?? []).filter((day) => day >= today)
  return days.map((day) => (day === today ? 'today' : day)).join()
}

/**
 * The days on which a text changes what the site says: an article comes out on its day, anything else ends after its own.
 * @param {string} file its name
 * @param {string} text
 * @param {string} today
 * @returns {string[]}
 */
export function changeDays(file, text, today) {
  if (file.endsWith('.md')) {
    const [, head = ''] = /^---\n(.*?)\n---/s.exec(text) ?? []
    const [, day] = /^date: *(\d{4}-\d\d-\d\d)$/m.exec(head) ?? []
    return day === undefined || day <= today || /^draft: *true$/m.test(head) ? [] : [day]
  }
  return [...text.matchAll(/^ *(?:endsOn|until): *(\d{4}-\d\d-\d\d)\b/gm)].flatMap(([, day]) =>
    day >= today ? [new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)] : [],
  )
}
