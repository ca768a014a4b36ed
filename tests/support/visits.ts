import { type OtherBrowser, press, type } from './other-browser.ts'
import { expect, waitLonger } from './site.ts'

/** What visitors do, by what they expect. Each starts on a new page and checks what a person would see. */
export const visits: Record<string, (other: OtherBrowser, url: string) => Promise<void>> = {
  async 'Send, pressed at once, brings the red box, and then the thanks, clear of the bar'(other, url) {
    const send = 'main .form .button'
    await other.open(url)
    await other.run(waitLonger)
    await bringTo(other, send, 300)
    await press(other, send)
    await expectClear(other, 'main .form-message')
    expect(await other.run(() => document.querySelector('main .form-message')?.textContent)).toBe(
      'Please fill in all fields',
    )
    expect(await other.run(() => document.activeElement?.id)).toBe('contact-name')
    for (const typed of ['Ada', 'Tab', `ada@${Date.now()}.example`, 'Tab', 'A shop']) await type(other, typed)
    await bringTo(other, send, 300)
    await press(other, send)
    await expectClear(other, 'main .form-success')
  },

  async 'Subscribe, pressed at once, says what is wrong beside the field, shows its focus, and then thanks'(
    other,
    url,
  ) {
    const send = '.footer .newsletter .button'
    await other.open(`${url}/privacy`)
    await other.run(waitLonger)
    await bringTo(other, send, 400)
    await press(other, send)
    await expectClear(other, '.footer .field-error')
    expect(await other.run(() => document.activeElement?.id)).toBe('newsletter-email')
    await type(other, 'Tab')
    // On WebKit's virtual screen, windows never have the focus.
    const outline = () => getComputedStyle(document.querySelector(':focus-visible') ?? document.body).outlineStyle
    if (await other.run(() => document.hasFocus())) expect(await other.run(outline)).toBe('solid')
    await press(other, '#newsletter-email')
    await type(other, `ada@${Date.now()}.example`)
    await type(other, 'Enter')
    await expectClear(other, '.footer .form-message')
  },

  async 'a call is booked, moved and canceled, and its page says so'(other, url) {
    const heading = () => other.run(() => document.querySelector('h1')?.textContent)
    await other.open(`${url}/call?zone=Europe/Berlin`)
    await press(other, '.day[data-state="chosen"] .slots button')
    await expect.poll(() => other.run(() => document.querySelector('#call-name') !== null)).toBe(true)
    // Pretend to take as long as a person.
    await other.run(() => {
      const { now } = Date
      Date.now = () => now() + 60_000
    })
    for (const [field, text] of [
      ['#call-name', 'Ada'],
      ['#call-email', `ada@${Date.now()}.example`],
    ] as const) {
      await press(other, field)
      await type(other, text)
    }
    await type(other, 'Enter')
    await expect.poll(heading).toBe('You’re booked')
    /** Presses again while pages fade into each other, since WebKit ignores presses then. */
    const pressUntil = async (selector: string, isDone: () => Promise<boolean>) => {
      const isDoneNow = async () => {
        if (!(await isDone())) await press(other, selector).catch(() => {})
        return await isDone()
      }
      await expect.poll(isDoneNow, selector).toBe(true)
    }
    const hasHeading = (says: string) => async () => (await heading()) === says
    await pressUntil('main a[href*="move"]', hasHeading('Reschedule your call'))
    await pressUntil('.day[data-state="chosen"] li:last-child button', async () => {
      return await other.run(() => document.querySelector('form.tag') !== null)
    })
    await pressUntil('form.tag .button', hasHeading('Your call has been moved'))
    await pressUntil('main a[href*="cancel"]', hasHeading('Cancel this call?'))
    await pressUntil('.button-danger', hasHeading('Your call is canceled'))
  },

  async 'the chat opens whole, keeps what is typed at once, and opens whole again'(other, url) {
    await other.open(url)
    for (const typed of ['What', ' does']) {
      await press(other, '.agent')
      await expect
        .poll(() => other.run(() => document.querySelector('.chat')?.contains(document.activeElement)))
        .toBe(true)
      await type(other, typed)
      await other.run(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
      expect(await other.run(() => document.querySelector('.chat')?.className)).toBe('chat')
      await press(other, '.chat-close')
      await expect.poll(() => other.run(() => document.querySelector('.chat')?.checkVisibility())).toBe(false)
    }
    expect(await other.run(() => document.querySelector<HTMLTextAreaElement>('.chat textarea')?.value)).toBe(
      'What does',
    )
  },
}

/** Only for small screens. */
export async function walkThroughMenu(other: OtherBrowser, url: string): Promise<void> {
  await other.open(`${url}/terms`)
  const isOpen = () => other.run(() => document.querySelector(':popover-open') !== null)
  await press(other, '.bar-toggle')
  await expect.poll(isOpen).toBe(true)
  // A sheet at the bottom, as wide as the screen.
  const isSheet = () =>
    other.run(() => {
      const { left, width, bottom } = document.querySelector('.bar-menu')?.getBoundingClientRect() ?? new DOMRect()
      return left === 0 && bottom === innerHeight && width === document.documentElement.clientWidth
    })
  expect(await isSheet()).toBe(true)
  const isInMenu = () => other.run(() => document.querySelector('.bar')?.contains(document.activeElement))
  for (let stops = 0; (await isInMenu()) && stops < 9; stops += 1) {
    expect(await isOpen()).toBe(true)
    await type(other, 'Tab')
  }
  await expect.poll(isOpen).toBe(false)
  expect(await other.run(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true)
}

/** Tabs through a page to its last link. @returns focused elements that were completely hidden */
export async function tabThrough(other: OtherBrowser, url: string): Promise<string[]> {
  await other.open(url)
  const hidden: string[] = []
  for (let isLast = false, stops = 0; !isLast && stops < 200; stops += 1) {
    await type(other, 'Tab')
    const stop = await other.run(async () => {
      await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))
      const place = document.activeElement ?? document.body
      const { left, top, width, bottom } = place.getBoundingClientRect()
      const height = Math.min(bottom, innerHeight) - top
      const parts = [0.1, 0.5, 0.9]
      const points = parts.flatMap((x) => parts.map((y) => [left + width * x, top + height * y] as const))
      const isSeen = points.some(([x, y]) => place.contains(document.elementFromPoint(x, y)))
      const isLast = place === [...document.querySelectorAll('.footer a')].at(-1)
      return { isLast, isSeen, place: `${place.outerHTML.slice(0, 90)} at ${Math.round(top)}` }
    })
    isLast = stop.isLast
    if (!stop.isSeen) hidden.push(stop.place)
  }
  return hidden
}

/** Repeats until the position is stable: a new page lays out what is below the first screen as it scrolls. */
async function bringTo(other: OtherBrowser, selector: string, y: number): Promise<void> {
  const move = () =>
    other.run(
      async (found, wanted) => {
        const top = () => Math.round(document.querySelector(found)?.getBoundingClientRect().top ?? 0)
        const before = top()
        scrollBy(0, before - wanted)
        await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))
        return top() === before
      },
      selector,
      y,
    )
  await expect.poll(move).toBe(true)
}

async function expectClear(other: OtherBrowser, selector: string): Promise<void> {
  await expect.poll(() => other.run(coverOf, selector)).toBe('clear')
}

/** Runs in a page. Checks the element's corners for anything that covers or clips it. */
export function coverOf(selector: string): string {
  const found = document.querySelector(selector)
  if (!found) return 'not there'
  const { left, top, right, bottom } = found.getBoundingClientRect()
  const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y] as const))
  return corners.every(([x, y]) => found.contains(document.elementFromPoint(x, y))) ? 'clear' : `${top} to ${bottom}`
}

/** Pieces of the home page's thread, in order. The functions below run in a page and check that they line up. */
export const threadPieces = [
  '.band-hero-margin',
  '.step-thread',
  '.band-tag-margin',
  '.portrait',
  '.hand .thread',
] as const

/**
 * Scrolls until the inking line, at 70 % of the window's height, crosses the middle of a piece.
 * @returns how much of the piece is inked, in percent; 100 if the browser doesn't support it
 */
export async function inkAcross(selector: string): Promise<number> {
  const element = document.querySelector(selector)
  if (element === null) throw new Error(`there is no ${selector}`)
  const { top, height } = element.getBoundingClientRect()
  scrollTo({ top: scrollY + top + height / 2 - innerHeight * 0.7, behavior: 'instant' })
  const frame = () => new Promise(requestAnimationFrame)
  for (let frames = 0; frames < 3; frames += 1) await frame()
  const size = getComputedStyle(element).getPropertyValue('mask-size')
  return Number(/ ([\d.]+)%/.exec(size)?.[1] ?? 100)
}

type Joint = [name: string, difference: number]

/** @returns horizontal gaps between neighboring pieces of the home page's thread, in CSS pixels */
export function joints(): Joint[] {
  const part = (selector: string) => {
    const found = document.querySelector(selector)
    if (found === null) throw new Error(`there is no ${selector}`)
    return found
  }
  /** The x position at which a drawn piece starts or ends. */
  const end = (selector: string, share: 0 | 1) => {
    const path = part(`${selector} .thread`)
    const matrix = path instanceof SVGPathElement ? path.getScreenCTM() : null
    if (!(path instanceof SVGPathElement) || matrix === null) throw new Error(`${selector} is not drawn`)
    return path.getPointAtLength(share * path.getTotalLength()).matrixTransform(matrix).x
  }
  /** The x position of a straight piece: the middle of a two-pixel box in `place`. */
  const box = (place: string, owner = place, pseudo = '::before') => {
    const origin = part(place).getBoundingClientRect().left + part(place).clientLeft
    return origin + Number.parseFloat(getComputedStyle(part(owner), pseudo).left) + 1
  }
  return [
    ['kite', end('.hero-drawing', 1) - end('.band-hero-margin', 0)],
    ['kite to margin', end('.band-hero-margin', 1) - box('#services')],
    ['into the tag', end('.band-right-tag', 1) - box('.tag', '.tag h3', '::after')],
    ['out of the tag', end('.band-tag-margin', 0) - end('.band-right-tag', 1)],
    ['tag to margin', end('.band-tag-margin', 1) - box('#testimonials')],
    ['portrait', end('.portrait', 0) - (innerWidth < 1000 ? end('.band-margin-portrait', 1) : box('#testimonials'))],
    ['hand', box('#contact') - end('.hand', 0)],
  ]
}
