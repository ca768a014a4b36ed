export type Color = `#${string}`

/** Contrast ratio from 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(a: Color, b: Color): number {
  const lighter = Math.max(luminance(a), luminance(b))
  const darker = Math.min(luminance(a), luminance(b))
  return (lighter + 0.05) / (darker + 0.05)
}

/** Converts a translucent color on a background to a solid color. Some email apps don't support transparency. */
export function blend(color: Color, background: Color, opacity: number): Color {
  const backgroundChannels = channels(background)
  const mixed = channels(color).map((channel, i) => channel * opacity + (backgroundChannels[i] ?? 0) * (1 - opacity))
  return `#${Buffer.from(mixed.map((channel) => Math.round(channel * 255))).toString('hex')}`
}

/** Red, green, and blue, each from 0 to 1. */
function channels(color: Color): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
}

/** Relative luminance (WCAG 2.2, definitions), from linear sRGB. */
function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
