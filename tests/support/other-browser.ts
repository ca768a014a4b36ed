/** A browser besides Chromium, with one tab: as much of it as the tests ask for. */
export type OtherBrowser = {
  /** Opens an address, and waits until it has loaded. */
  open(url: string): Promise<void>
  /** The page's own size, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Runs a function in the page with arguments that JSON can hold. It sees nothing of the test around it. */
  run<Given extends unknown[], Result>(work: (...given: Given) => Result, ...given: Given): Promise<Awaited<Result>>
  /** What a mouse and a keyboard do, as WebDriver says it. */
  perform(sources: readonly InputSource[]): Promise<void>
  picture(): Promise<Buffer>
  end(): Promise<void>
}

/** What the visitor has chosen; light, and still as in the other tests, unless told. */
export type Look = {
  dark?: boolean
  still?: boolean
  /** How many times as large letters are, and nothing else; in Firefox alone. */
  letters?: number
}

type Action =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 }
  | { type: 'keyDown' | 'keyUp'; value: string }

type InputSource = { type: 'pointer' | 'key'; id: string; actions: Action[] }

/** The page's expression for a function and what it is given. */
export function expressionOf(work: (...given: never[]) => unknown, given: readonly unknown[]): string {
  return `(${work})(...${JSON.stringify(given)})`
}

/** Presses the mouse on the middle of an element, where it can be seen. */
export async function press(browser: OtherBrowser, selector: string): Promise<void> {
  await browser.perform([{ type: 'pointer', id: 'mouse', actions: await pressOn(browser, selector) }])
}

async function pressOn(browser: OtherBrowser, selector: string): Promise<Action[]> {
  const [x, y] = await browser.run((found) => {
    const element = document.querySelector(found)
    if (!element) throw new Error(`there is no ${found}`)
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight) element.scrollIntoView({ block: 'center' })
    const box = element.getBoundingClientRect()
    return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] as const
  }, selector)
  return [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
}

/** As WebDriver names them (section 17.4.2). */
const keys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' }

/** Types a text, or presses one of the keys that have a name. */
export async function type(browser: OtherBrowser, text: keyof typeof keys | (string & {})): Promise<void> {
  const values = text in keys ? [keys[text as keyof typeof keys]] : [...text]
  const actions = values.flatMap((value): Action[] => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  await browser.perform([{ type: 'key', id: 'keyboard', actions }])
}
