import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enterFolder, leaveFolder, sampleFolder } from '../../tests/support/content.ts'
import { readTheme } from './theme.ts'

function themeWith(passage: string, instead: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-theme-'))
  onTestFinished(() => leaveFolder())
  mkdirSync(join(folder, 'content'))
  cpSync(join(sampleFolder, 'theme.yaml'), join(folder, 'content/theme.yaml'))
  enterFolder(folder)
  const text = readFileSync('content/theme.yaml', 'utf8')
  expect(text).toContain(passage)
  writeFileSync('content/theme.yaml', text.replace(passage, instead))
  return readTheme()
}

test('a color that is too weak to be read is named, with its contrast and what it needs', () => {
  expect(() => themeWith('second: "#555b66"', 'second: "#999999"')).toThrow(
    '\n  colors.light.second: must have a contrast of 4.5 on ground (#fbf8f2) and has 2.7',
  )
  expect(() => themeWith('thread: "#e8573f"', 'thread: "#1a2131"')).toThrow(
    'colors.dark.thread: must have a contrast of 3',
  )
})

test('a color without quotes, which YAML takes for a comment, is told as such', () => {
  expect(() => themeWith('ink: "#161a23"', 'ink: #161a23')).toThrow('colors.light.ink: must be a color in quotes')
})

test('a color by its name is told to be written in digits', () => {
  expect(() => themeWith('"#161a23"', 'black')).toThrow('colors.light.ink: must be a color of six digits')
})

test('a theme without a typeface, paints and corner has the system’s and plain ones', () => {
  const whole = readFileSync('sample/theme.yaml', 'utf8')
  expect(themeWith(whole.slice(whole.indexOf('# What drawings')), '')).toMatchObject({ paints: [], corner: 2 })
})
