import { blended, type Color } from '../color.ts'

type Palette = Record<'ground' | 'ink' | 'second' | 'accent' | 'button' | 'onButton' | 'thread' | 'panel', Color>

/** `corner`: radius of buttons, in pixels. */
export type EmailLook = { light: Palette; dark: Palette; corner: number }

/** For emails that have to go out even if the site's look can't be read. */
export const plainLook: EmailLook = {
  light: {
    ground: '#ffffff',
    ink: '#1a1a1a',
    second: '#595959',
    accent: '#1a1a1a',
    button: '#1a1a1a',
    onButton: '#ffffff',
    thread: '#767676',
    panel: '#f2f2f2',
  },
  dark: {
    ground: '#141414',
    ink: '#ebebeb',
    second: '#a8a8a8',
    accent: '#ebebeb',
    button: '#ebebeb',
    onButton: '#141414',
    thread: '#8a8a8a',
    panel: '#222222',
  },
  corner: 2,
}

/** The page's hairlines have 22% of the ink; mail programs don't know transparency. */
const lineOf = ({ ink, ground }: Palette) => blended(ink, ground, 0.22)

const sans = "-apple-system,'Segoe UI',Roboto,Inter,Arial,sans-serif"
const serif = "Georgia,'Times New Roman',serif"
const mono = 'Consolas,Menlo,monospace'
const plain = `font:17px/1.6 ${sans};color:@ink`
const cell = 'padding:8px 14px 8px 0'

/** Inline, because many programs drop style sheets. Inherited where possible, to stay below the size that is cut. */
const written = {
  text: plain,
  p: 'margin:0 0 18px',
  h1: `margin:0 0 12px;padding:22px 0 0;font:400 34px/1.15 ${serif};letter-spacing:-.01em;color:@ink`,
  h2: `margin:0 0 14px;padding:20px 0 0;font:400 27px/1.2 ${serif};color:@ink`,
  h3: `margin:0 0 10px;padding:10px 0 0;font:400 21px/1.25 ${serif};color:@ink`,
  h4: `margin:0 0 8px;padding:6px 0 0;font:600 17px/1.35 ${sans};color:@ink`,
  pictureAbove: 'margin:0 0 6px',
  ul: 'margin:0 0 18px;padding:0 0 0 24px',
  ol: 'margin:0 0 18px;padding:0 0 0 28px',
  li: 'margin:0 0 8px',
  blockquote: `margin:0 0 18px;padding:0 0 0 18px;border-left:3px solid @line`,
  quoted: `margin:0 0 10px;font:italic 19px/1.5 ${serif}`,
  hr: `margin:30px 0;border:0;border-top:1px solid @line`,
  a: `color:@accent;text-decoration:underline`,
  button: `display:inline-block;padding:13px 22px;font:600 16px/1.3 ${sans};color:@onButton;text-decoration:none`,
  code: `padding:1px 4px;background-color:@panel;font:15px/1.4 ${mono};color:@ink`,
  pre: `margin:0;white-space:pre-wrap;word-wrap:break-word;font:14px/1.5 ${mono};color:@ink`,
  codeBox: 'margin:0 0 22px',
  codeCell: `padding:14px 16px;background-color:@panel`,
  img: 'border:0;max-width:100%;height:auto',
  caption: `margin:0 0 22px;padding:4px 0 0;font:italic 16px/1.45 ${serif};color:@second`,
  scroll: 'margin:0 0 24px;overflow-x:auto',
  table: `width:100%;border-collapse:collapse;font:15px/1.45 ${sans};font-variant-numeric:tabular-nums;color:@ink`,
  th: `${cell};border-bottom:2px solid @ink;font-size:14px;text-align:left`,
  thNumber: `${cell};border-bottom:2px solid @ink;font-size:14px;text-align:right`,
  td: `${cell};border-bottom:1px solid @line`,
  thAfterNumber: `padding:8px 14px 8px 18px;border-bottom:2px solid @ink;font-size:14px;text-align:left`,
  tdAfterNumber: `padding:8px 14px 8px 18px;border-bottom:1px solid @line`,
  tdNumber: `${cell};border-bottom:1px solid @line;text-align:right`,
  unbroken: ';white-space:nowrap',
  scaleLabel: 'padding:8px 14px 3px 0;text-align:left;font-weight:400',
  scaleFigure: 'padding:8px 0 3px;text-align:right;white-space:nowrap',
  scaleBar: 'padding:0 0 6px',
  scaleLine: `border-top:2px solid @thread;font-size:0;line-height:0`,
  meta: `margin:0 0 26px;font-size:15px;color:@second`,
  small: `margin:0 0 8px;font-size:14px;line-height:1.55;color:@second`,
  remark: `font:italic 17px/1.5 ${serif};color:@second`,
  emails: 'margin:0 0 14px;line-height:1.9',
  boxLink: `color:@ink;text-decoration:underline`,
  box: 'margin:34px 0 0',
  boxCell: `padding:28px 28px 10px;background-color:@panel;${plain}`,
  boxHeading: `margin:0 0 12px;font:400 25px/1.2 ${serif};color:@ink`,
  buttonCell: `background-color:@button;border-radius:@corner;mso-padding-alt:13px 22px`,
  preheader: `display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:@ground`,
  above: `margin:0 0 2px;padding:22px 0 0;font:italic 19px/1.4 ${serif};color:@second`,
  who: `margin:0 0 8px;font:400 38px/1.12 ${serif};letter-spacing:-.01em;color:@ink;word-wrap:break-word`,
  whoAddress: `margin:0 0 20px;font:400 30px/1.2 ${serif};word-break:break-all`,
  whoLink: `color:@ink;text-decoration:underline;word-break:break-all`,
  quoteLabel: `margin:0 0 8px;font:italic 17px/1.5 ${serif};color:@second`,
  before: 'margin:0 0 8px',
  address: 'margin:0 0 18px;font-size:14px;line-height:1.5;word-break:break-all',
  signature: `margin:0 0 18px;font:italic 19px/1.5 ${serif}`,
  /** A stranger's text: on the tag, so that it can't pass for ours. */
  strangers: `margin:0 0 24px;padding:14px 18px;border-left:3px solid @line;background-color:@panel;white-space:pre-wrap;word-wrap:break-word`,
  answer: 'margin:0 0 24px;padding:0 18px 0 21px;white-space:pre-wrap;word-wrap:break-word',
  item: 'margin:0 0 12px;font-size:15px;line-height:1.45;word-wrap:break-word',
  facts: `margin:0 0 18px;font:14px/1.55 ${sans};color:@second`,
  factLabel: 'padding:2px 14px 2px 0;text-align:left;font-weight:400;white-space:nowrap',
  fact: 'padding:2px 0;word-break:break-word',
  name: `font:400 21px/1.2 ${serif};color:@ink;text-decoration:none`,
} as const

type Name = keyof typeof written

/** Names of the styles, for attributes. `inColors` replaces them with the styles in the site's colors. */
export const styles: Readonly<Record<Name, string>> = named(Object.keys(written))

/**
 * Replaces names like `@p` and `@ground` in style and bgcolor attributes. A stranger's text can't contain attributes, because
 * its quotation marks are escaped.
 */
export function inColors(html: string, { light, corner }: EmailLook): string {
  const named: Readonly<Record<string, string>> = { ...light, line: lineOf(light), corner: `${corner}px` }
  const colored = (text: string) => text.replaceAll(/@(\w+)/g, (all, name: string) => named[name] ?? all)
  const looks: Readonly<Record<string, string>> = written
  return html.replaceAll(/ (?:style|bgcolor)="[^"]*"/g, (attribute) =>
    colored(attribute.replaceAll(/@(\w+)/g, (all, name: string) => looks[name] ?? all)),
  )
}

function named(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, `@${name}`])) as Record<Name, string>
}

function darkRules({ light, dark }: EmailLook, scopes: { color: string; 'background-color': string }): string {
  const inDark = [
    ['color', dark.ink, ['h1', 'h2', 'h3', 'h4', 'td', 'th', 'table', 'pre', 'code', '.name']],
    ['color', dark.second, ['.second']],
    ['color', dark.accent, ['a']],
    ['color', light.onButton, ['.button a']],
    ['background-color', dark.ground, ['.ground']],
    ['background-color', dark.panel, ['.tag', 'code']],
    ['background-color', dark.thread, ['.spar']],
  ] as const
  const rules = inDark.map(([property, value, selectors]) => {
    const scoped = selectors.map((each) => `${scopes[property]}.letter ${each}`)
    return `${scoped.join(',')}{${property}:${value}!important}`
  })
  return rules.join('\n')
}

/** For programs that read style sheets. Two, because Gmail drops a whole sheet for one unknown rule. */
export function styleSheets(colors: EmailLook): string[] {
  const { dark } = colors
  return [
    `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.letter .edge{padding-left:12px!important;padding-right:14px!important}
.letter .text{padding-left:15px!important}
.letter h1{font-size:28px!important}
.letter h2{font-size:24px!important}
.letter .box{padding:22px 18px 6px!important}
.letter .data td,.letter .data th{padding-right:10px!important;font-size:14px!important}
}
@media (prefers-color-scheme:dark){
body{background-color:${dark.ground}!important}
${darkRules(colors, { color: '', 'background-color': '' })}
.letter th,.letter td,.letter hr,.letter blockquote{border-color:${lineOf(dark)}!important}
.letter .thread{border-color:${dark.thread}!important}
}`,
    darkRules(colors, { color: '[data-ogsc] ', 'background-color': '[data-ogsb] ' }),
  ]
}

/** Outlook for Windows uses the first font of a list or Times, and tables inherit nothing. */
export const outlookStyle = [
  "p,li,td,th,h4{font-family:'Segoe UI',Arial,sans-serif!important}",
  'h1,h2,h3,.name,.serif{font-family:Georgia,serif!important}',
  'pre,code{font-family:Consolas,monospace!important}',
  'p,li{font-size:17px;line-height:160%}',
  '.data td,.data th,.scale td,.scale th{font-size:15px;line-height:145%}',
  '.facts td,.facts th{font-size:14px;line-height:155%}',
].join('')
