/** The colours of one picture, at most 256, in the order in which they were first used. */
export type Palette = {
  /** @param colour like #fbf8f2 */
  indexOf(colour: string): number
  /**
   * @returns finds the colour that comes of `over` on another one, up to `levels` of it: the nearest one there is when
   * the palette is full
   */
  mixer(over: number): (under: number, level: number) => number
  /** Red, green and blue in turn, a byte each. */
  colours(): Buffer
}

type Rgb = readonly [red: number, green: number, blue: number]

export function createPalette(levels: number): Palette {
  const colours: Rgb[] = []
  const indexes = new Map<number, number>()
  const mixed = new Map<number, Int16Array>()

  function indexOfRgb(rgb: Rgb): number {
    const key = (rgb[0] << 16) | (rgb[1] << 8) | rgb[2]
    const known = indexes.get(key)
    if (known !== undefined) return known
    const index = colours.length < 256 ? colours.push(rgb) - 1 : nearest(colours, rgb)
    indexes.set(key, index)
    return index
  }

  return {
    indexOf: (colour) => indexOfRgb(toRgb(colour)),
    mixer(over) {
      const known = mixed.get(over) ?? new Int16Array(256 * levels).fill(-1)
      mixed.set(over, known)
      return (under, level) => {
        if (level === levels) return over
        const found = known[under * levels + level] ?? -1
        if (found >= 0) return found
        const index = indexOfRgb(between(colours[under], colours[over], level / levels))
        known[under * levels + level] = index
        return index
      }
    },
    colours: () => Buffer.from(colours.flat()),
  }
}

function toRgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function between([r0, g0, b0]: Rgb = [0, 0, 0], [r1, g1, b1]: Rgb = [0, 0, 0], share: number): Rgb {
  return [Math.round(r0 + (r1 - r0) * share), Math.round(g0 + (g1 - g0) * share), Math.round(b0 + (b1 - b0) * share)]
}

function nearest(colours: readonly Rgb[], [red, green, blue]: Rgb): number {
  let [found, least] = [0, Infinity]
  colours.forEach(([r, g, b], i) => {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
    if (distance < least) [found, least] = [i, distance]
  })
  return found
}
