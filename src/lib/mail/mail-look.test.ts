import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { night, paper } from './mail-look.ts'

type Colours = Record<'ground' | 'ink' | 'second' | 'red' | 'onButton' | 'tag' | 'button', string>

const light: Colours = { ...paper, button: paper.red }
const dark: Colours = { ...night, onButton: paper.onButton, button: paper.red }
const pairs = [
  ['ink', 'ground'],
  ['second', 'ground'],
  ['red', 'ground'],
  ['ink', 'tag'],
  ['second', 'tag'],
  ['onButton', 'button'],
] as const

function channels(colour: string): [number, number, number] {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function lightness(colour: string): number {
  return (Math.max(...channels(colour)) + Math.min(...channels(colour))) / 2
}

/** The same hue and saturation with the opposite lightness (HSL), as programs do that turn a mail dark by force. */
function inverted(colour: string): string {
  const shift = 1 - 2 * lightness(colour)
  const hex = channels(colour).map((c) => Math.round(Math.min(1, Math.max(0, c + shift)) * 255))
  return `#${hex.map((c) => c.toString(16).padStart(2, '0')).join('')}`
}

const whole = Object.fromEntries(Object.entries(light).map(([name, c]) => [name, inverted(c)])) as Colours
const partly = { ...light, ground: whole.ground, tag: whole.tag, ink: whole.ink, second: whole.second, red: whole.red }

test.each([
  ['in light', light],
  ['in dark', dark],
  ['turned dark by force', whole],
  ['turned dark by force, its button left as it was', partly],
])('every text has a contrast of 4.5 : 1 %s', (_, colours) => {
  const weak = pairs.filter(([text, ground]) => contrast(colours[text], colours[ground]) < 4.5)
  expect(weak).toEqual([])
})

test('links on the tag, which are red only in the dark, have it too', () => {
  expect(contrast(night.red, night.tag)).toBeGreaterThan(4.5)
})

test('the colours are those of the site', () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  const { line: _, ...inLight } = paper
  const { line: __, ...inDark } = night
  for (const colour of [...Object.values(inLight), ...Object.values(inDark)]) expect(tokens).toContain(`: ${colour};`)
})
