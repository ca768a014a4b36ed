import { nextTimes, type ShownDay, type ShownDays, showDays } from '../../../server/calls/shown-days.ts'
import { currentName, zoneLabel } from '../../../server/calls/zone-names.ts'

/** The data a page embeds so its script can show times in the browser's zone. `times`: minutes after the previous. */
export type ZoneData = {
  now: number
  /** `day` is the date to show on phones. `from` is the first date to show. */
  day?: string | undefined
  from?: string | undefined
  times: readonly number[]
  zoneNames: Readonly<Record<string, string>>
  /** Whether there are more times than the page embeds. */
  hasMoreTimes?: boolean
}

// site/build/inline-scripts.ts inlines this file below the times, so it runs before they're painted.
const section = document.querySelector<HTMLElement>('[data-guess]')
try {
  if (section) showInBrowsersZone(section)
} catch {
  // Keep the studio's zone if the browser's zone is unknown.
} finally {
  // Show the times, which the style sheet has hidden until now.
  delete section?.dataset['guess']
}
for (const list of select<HTMLSelectElement>('select[name=zone]')) {
  list.onchange = () => {
    list.form?.requestSubmit()
  }
  // Some browsers change the list with each arrow key, so keyboard users get the button (WCAG 2.2, 3.2.2).
  list.onkeydown = ({ key }) => {
    const button = list.closest('.call-zone')?.querySelector('noscript')
    if (key === 'Tab' || !button) return
    list.onchange = null
    button.outerHTML = button.textContent ?? ''
  }
}
for (const link of select<HTMLAnchorElement>('.strip a'))
  link.onclick = () => {
    history.replaceState(null, '', link.href)
    const date = new URL(link.href).searchParams.get('day')
    for (const each of select('.strip a')) setAttribute(each, 'aria-current', each === link && 'date')
    for (const day of select('.day:not([data-state=alone])'))
      setAttribute(day, 'data-state', day.dataset['date'] === date && 'chosen')
    return false
  }

/** Replaces the server's times with times in the browser's zone, and adds that zone to every link and form. */
function showInBrowsersZone(section: HTMLElement): void {
  const {
    now,
    day,
    from,
    times: minutes,
    zoneNames,
    hasMoreTimes = false,
  }: ZoneData = JSON.parse(section.dataset['guess'] ?? '')
  const zone = currentName(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const format = { zone, zoneNames, lang: document.documentElement.lang }
  const label = zoneLabel(now, format)
  let time = 0
  const times = minutes.map((each) => {
    time += each * 60_000
    return time
  })
  const shown = showDays(times, { ...format, now, day, from, hasMoreTimes })
  for (const input of select<HTMLInputElement>('input[name=zone]')) input.value = zone
  for (const link of select<HTMLAnchorElement>('a[href*="zone="]')) link.href = linkWith(link.href, 'zone', zone)
  for (const list of select<HTMLSelectElement>('select[name=zone]')) chooseZone(list, zone, label)
  setText(section, '.zone-label', label)
  if (section.matches('.times')) fillTimes(section, zone, shown)
  else fillDays(section, [nextTimes(shown)])
}

function fillTimes(
  section: HTMLElement,
  zone: string,
  { days, nights, selectableDays, earlier, later }: ShownDays,
): void {
  fillDays(section, [days, nights])
  const path = section.querySelector('form')?.action ?? ''
  const links = section.querySelectorAll<HTMLAnchorElement>('.times-head a')
  for (const [i, from] of [earlier, later].entries()) {
    const link = links[i]
    if (!link) continue
    setAttribute(link, 'href', from && linkWith(linkWith(path, 'zone', zone), 'from', from))
    setAttribute(link, 'aria-disabled', from === undefined && 'true')
  }
  fill(section.querySelector('.strip'), selectableDays, (link: HTMLAnchorElement, day) => {
    link.href = linkWith(link.href, 'day', day.date)
    setText(link, 'span', day.shortWeekday)
    setText(link, 'b', day.number)
    setAttribute(link, 'aria-current', day.state === 'chosen' && 'date')
  })
  const night = section.querySelector<HTMLDetailsElement>('.night')
  if (night) {
    night.hidden = nights.length === 0
    night.open = days.length === 0
  }
}

/** Fills the lists of days, with copies of the server's first day. */
function fillDays(section: HTMLElement, lists: readonly (readonly ShownDay[])[]): void {
  const template = section.querySelector('.day')
  for (const [i, list] of section.querySelectorAll<HTMLElement>('.days').entries()) {
    list.hidden = lists[i]?.length === 0
    if (template && !list.firstElementChild) list.append(template.cloneNode(true))
    fill(list, lists[i] ?? [], (element: HTMLElement, day) => {
      element.dataset['date'] = day.date
      setAttribute(element, 'data-state', day.state)
      setText(element, 'small', day.weekday)
      setText(element, 'time', day.title)
      fill(element.querySelector('.slots'), day.times, (slot: HTMLElement, { start, clock, name }) => {
        const button = slot.querySelector('button')
        if (!button) return
        button.value = start
        button.textContent = clock
        button.ariaLabel = name
      })
    })
  }
}

/** Replaces a list's items with copies of the first item, one for each entry. */
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

/** Selects the zone in the list. Adds a missing zone below the zones with the same name. */
function chooseZone(list: HTMLSelectElement, zone: string, label: string): void {
  const options = Array.from(list.options)
  const same = options.find(({ value, text }) => value === zone || text === label)
  if (same) same.value = zone
  else {
    const [name = ''] = label.split('(')
    const last = options.filter(({ text }) => text.startsWith(`${name}(`)).at(-1)
    list.add(new Option(label, zone), (last?.index ?? -1) + 1)
  }
  list.value = zone
}

function linkWith(href: string, name: string, value: string): string {
  const url = new URL(href)
  url.searchParams.set(name, value)
  return url.href
}

function setAttribute(element: Element, name: string, value: string | false | undefined): void {
  if (value) element.setAttribute(name, value)
  else element.removeAttribute(name)
}

function setText(parent: Element, selector: string, text: string): void {
  const element = parent.querySelector(selector)
  if (element) element.textContent = text
}

function select<E extends HTMLElement = HTMLElement>(selector: string): NodeListOf<E> {
  return document.querySelectorAll<E>(selector)
}
