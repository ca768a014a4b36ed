/** What runs in a page, to see that its thread is one line. */

export const threadPieces = [
  '.band-kite-margin',
  '.step-thread',
  '.band-tag-margin',
  '.portrait',
  '.hand .thread',
] as const

/**
 * Scrolls until the line that inks, at seven tenths of the window's height, crosses a piece in its middle.
 * @returns how much of the piece is inked, in per cent; 100 where the browser doesn't ink
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

/** @returns how far apart neighboring pieces of the home page's thread end, sideways, in CSS pixels */
export function joints(): Joint[] {
  const part = (selector: string) => {
    const found = document.querySelector(selector)
    if (found === null) throw new Error(`there is no ${selector}`)
    return found
  }
  /** Where a drawn piece begins or ends. */
  const end = (selector: string, share: 0 | 1) => {
    const path = part(`${selector} .thread`)
    const matrix = path instanceof SVGPathElement ? path.getScreenCTM() : null
    if (!(path instanceof SVGPathElement) || matrix === null) throw new Error(`${selector} is not drawn`)
    return path.getPointAtLength(share * path.getTotalLength()).matrixTransform(matrix).x
  }
  /** The middle of a straight piece, which is a box of two pixels, placed in `place`. */
  const box = (place: string, owner = place, pseudo = '::before') => {
    const origin = part(place).getBoundingClientRect().left + part(place).clientLeft
    return origin + Number.parseFloat(getComputedStyle(part(owner), pseudo).left) + 1
  }
  return [
    ['kite', end('.hero-kite', 1) - end('.band-kite-margin', 0)],
    ['kite to margin', end('.band-kite-margin', 1) - box('#services')],
    ['into the tag', end('.band-right-tag', 1) - box('.tag', '.tag h3', '::after')],
    ['out of the tag', end('.band-tag-margin', 0) - end('.band-right-tag', 1)],
    ['tag to margin', end('.band-tag-margin', 1) - box('#testimonials')],
    ['portrait', end('.portrait', 0) - (innerWidth < 1000 ? end('.band-margin-portrait', 1) : box('#testimonials'))],
    ['hand', box('#contact') - end('.hand', 0)],
  ]
}
