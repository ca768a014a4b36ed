import {
  currentName,
  describeTime,
  nextTimes,
  type ShownDay,
  type ShownDays,
  showDays,
  zoneLabel,
} from '../../../server/calls/visitor-times.ts'

/** What a page sends, so that its times can be shown in the browser's zone. `times` are minutes since the one before. */
export type GuessData = {
  now: number
  times: readonly number[]
  minutes: number
  studio: { zone: string; myTime: string }
  zoneNames: Readonly<Record<string, string>>
}

// site/build/call-script.ts inlines this file below the times, so it runs before they're painted.
const place = document.querySelector<HTMLElement>('[data-guess]')
try {
  if (place) showInBrowsersZone(place)
} finally {
  // Until then, the style sheet hides the times.
  delete place?.dataset['guess']
}
document.querySelector('select[name=zone]')?.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) target.form?.requestSubmit()
})
document.querySelector('.strip')?.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !(event instanceof MouseEvent) || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  history.replaceState(null, '', link.href)
  const date = new URL(link.href).searchParams.get('day')
  for (const each of select('.strip a')) markCurrent(each, each === link)
  for (const day of select('.day:not([data-state=alone])'))
    day.dataset['state'] = day.dataset['date'] === date ? 'chosen' : 'other'
})

/** Only the browser knows its zone: fills the server's markup again, and lets every link and form carry the zone. */
function showInBrowsersZone(place: HTMLElement): void {
  const data: GuessData = JSON.parse(place.dataset['guess'] ?? '')
  const { now, minutes, studio, zoneNames } = data
  const zone = currentName(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const format = { zone, zoneNames, lang: document.documentElement.lang }
  let time = 0
  const times = data.times.map((each) => (time += each * 60_000))
  const [first = now] = times
  const texts: Record<string, string | undefined> = describeTime(first, first + minutes * 60_000, format, studio)
  for (const element of select('[data-text]')) element.textContent = texts[element.dataset['text'] ?? ''] ?? ''
  for (const input of select<HTMLInputElement>('input[name=zone]')) input.value = zone
  for (const link of select<HTMLAnchorElement>('a[href*="zone="]')) link.href = linkWith(link.href, 'zone', zone)
  for (const list of select<HTMLSelectElement>('select[name=zone]')) chooseZone(list, zone, zoneLabel(now, format))
  const shown = showDays(times, { ...format, now })
  if (place.matches('.next-times')) fillDays(place, [nextTimes(shown)])
  if (place.matches('.times')) fillTimes(place, zone, shown)
}

function fillTimes(place: HTMLElement, zone: string, { days, nights, strip, earlier, later }: ShownDays): void {
  fillDays(place, [days, nights])
  const links = place.querySelectorAll<HTMLAnchorElement>('.times-head a')
  for (const [i, from] of [earlier, later].entries()) {
    const link = links[i]
    if (link) link.ariaDisabled = from === undefined ? 'true' : null
    if (from === undefined) link?.removeAttribute('href')
    else if (link) link.href = linkWith(linkWith(location.href, 'zone', zone), 'from', from)
  }
  fill(place.querySelector('.strip'), strip, (link: HTMLAnchorElement, day) => {
    link.href = linkWith(link.href, 'day', day.date)
    setText(link, 'span', day.shortWeekday)
    setText(link, 'b', day.number)
    markCurrent(link, day.state === 'chosen')
  })
  const night = place.querySelector<HTMLDetailsElement>('.night')
  if (night) {
    night.hidden = nights.length === 0
    night.open = days.length === 0
  }
}

/** The server's first day is the template. */
function fillDays(place: HTMLElement, lists: readonly (readonly ShownDay[])[]): void {
  const template = place.querySelector('.day')
  for (const [i, list] of place.querySelectorAll<HTMLElement>('.days').entries()) {
    list.hidden = lists[i]?.length === 0
    if (template && !list.firstElementChild) list.append(template.cloneNode(true))
    fill(list, lists[i] ?? [], (element: HTMLElement, day) => {
      element.dataset['date'] = day.date
      element.dataset['state'] = day.state
      setText(element, 'small', day.weekday)
      setText(element, 'time', day.title)
      const slots = element.querySelector('.slots')
      if (slots) slots.ariaLabel = day.name
      fill(slots, day.times, (slot: HTMLElement, { start, clock, name }) => {
        const button = slot.querySelector('button')
        if (!button) return
        button.value = start
        button.textContent = clock
        button.ariaLabel = name
      })
    })
  }
}

/** Fills copies of the list's first element. */
function fill<Item, E extends Element>(
  list: Element | null,
  items: readonly Item[],
  fillCopy: (copy: E, item: Item) => void,
): void {
  const template = list?.firstElementChild as E | null | undefined
  if (!list || !template) return
  const copies = items.map((item) => {
    const copy = template.cloneNode(true) as E
    fillCopy(copy, item)
    return copy
  })
  list.replaceChildren(...copies)
}

/** Browsers may report a zone that isn't listed: it gets a place beside those of the same name. */
function chooseZone(list: HTMLSelectElement, zone: string, label: string): void {
  const options = Array.from(list.options)
  if (!options.some(({ value }) => value === zone)) {
    const [name = ''] = label.split('(')
    const last = options.filter(({ text }) => text.startsWith(`${name}(`)).at(-1)
    list.add(new Option(label, zone), (last?.index ?? -1) + 1)
  }
  list.value = zone
}

function linkWith(address: string, name: string, value: string): string {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.href
}

function markCurrent(link: Element, isCurrent: boolean): void {
  if (isCurrent) link.setAttribute('aria-current', 'date')
  else link.removeAttribute('aria-current')
}

function setText(parent: Element, selector: string, text: string): void {
  const element = parent.querySelector(selector)
  if (element) element.textContent = text
}

function select<E extends HTMLElement = HTMLElement>(selector: string): NodeListOf<E> {
  return document.querySelectorAll<E>(selector)
}
