import { blend, type Color } from '../../color.ts'
import type { Palette, Theme } from '../../content/theme.ts'

/** `corner`: the buttons' corner radius, in pixels. */
export type EmailLook = Pick<Theme, 'colors' | 'corner'>

/** The look of the owner's emails if the site's theme is invalid. */
export const plainLook: EmailLook = {
  colors: {
    light: inkOn('#ffffff', { ink: '#1a1a1a', second: '#595959', thread: '#767676', panel: '#f2f2f2' }),
    dark: inkOn('#141414', { ink: '#ebebeb', second: '#a8a8a8', thread: '#8a8a8a', panel: '#222222' }),
  },
  corner: 2,
}

function inkOn(ground: Color, colors: Pick<Palette, 'ink' | 'second' | 'thread' | 'panel'>): Palette {
  return { ...colors, ground, accent: colors.ink, button: colors.ink, onButton: ground }
}

/** The site's hairlines are 22% ink. Email apps don't support transparency, so this is the equivalent solid color. */
const hairlineColor = ({ ink, ground }: Palette) => blend(ink, ground, 0.22)

const sans = "-apple-system,'Segoe UI',Roboto,Inter,Arial,sans-serif"
const serif = "Georgia,'Times New Roman',serif"
const mono = 'Consolas,Menlo,monospace'
const plain = `font:17px/1.6 ${sans}`
const h4 = `margin:0 0 8px;padding:6px 0 0;font:600 17px/1.35 ${sans};color:@ink`

/** Styles for emails, by tag and class. Font and color are inherited to keep issues small enough for Gmail. */
const sheet: Readonly<Record<string, string>> = {
  body: 'margin:0;padding:0;background-color:@ground',
  p: 'margin:0 0 18px',
  h1: `margin:0 0 12px;padding:34px 0 0;font:400 34px/1.15 ${serif};letter-spacing:-.01em;color:@ink`,
  h2: `margin:0 0 14px;padding:20px 0 0;font:400 27px/1.2 ${serif};color:@ink`,
  h3: `margin:0 0 10px;padding:10px 0 0;font:400 21px/1.25 ${serif};color:@ink`,
  h4,
  h5: h4,
  h6: h4,
  ul: 'margin:0 0 18px;padding:0 0 0 24px',
  ol: 'margin:0 0 18px;padding:0 0 0 28px',
  li: 'margin:0 0 8px',
  blockquote: `margin:0 0 18px;padding:0 0 0 18px;border-left:3px solid @line;font:italic 19px/1.5 ${serif}`,
  hr: 'margin:30px 0;border:0;border-top:1px solid @line',
  a: 'color:@accent;text-decoration:underline',
  code: `padding:1px 4px;background-color:@panel;font:15px/1.4 ${mono};color:@ink`,
  pre: `margin:0;font:13px/1.55 ${mono};color:@ink;white-space:pre-wrap`,
  img: 'border:0;max-width:100%;height:auto',
  '.bare': 'padding:0;font-size:1px;line-height:10px',
  '.ground': 'background-color:@ground',
  '.edge': 'padding:28px 20px 48px 22px',
  '.column': 'max-width:598px;margin:0 auto;table-layout:fixed;text-align:left',
  '.text': `padding:0 0 0 20px;border-left:2px solid @thread;${plain};color:@ink;word-wrap:break-word`,
  '.preheader': 'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:@ground',
  '.title': 'padding:0 0 0 6px',
  '.knot': `padding:0;font:22px/24px ${sans};color:@thread`,
  '.hung': 'padding:0;border-left:0',
  '.name': `font:400 21px/1.2 ${serif};color:@ink;text-decoration:none`,
  '.second': 'color:@second',
  '.serif': `font:italic 18px/1.5 ${serif}`,
  '.small': 'font-size:14px;line-height:1.55',
  '.tight': 'margin:0 0 8px',
  '.loose': 'line-height:1.9',
  '.first': 'padding:34px 0 0',
  '.flush': 'padding:0',
  '.space': 'margin:0 0 22px',
  '.button': 'background-color:@button;border-radius:@corner;mso-padding-alt:13px 22px',
  '.press': `display:inline-block;padding:13px 22px;font:600 16px/1.3 ${sans};color:@onButton;text-decoration:none`,
  '.tag': 'padding:14px 16px;background-color:@panel',
  '.facing': 'padding:20px 16px 6px 0',
  '.entry': 'margin:0 0 14px',
  '.date': `font:400 24px/1.3 ${serif}`,
  '.struck': 'text-decoration:line-through',
  '.stub':
    'margin:0 0 0 14px;border-left:2px solid @thread;height:24px;font-size:1px;line-height:24px;mso-line-height-rule:exactly',
  '.hole': 'width:10px;height:10px;margin:0 0 0 9px;border:1px solid @thread;border-radius:50%;mso-hide:all',
  '.box': `padding:28px 28px 10px;${plain};color:@ink`,
  /** A background that distinguishes untrusted text from ours. */
  '.typed': `padding:14px 18px;${plain};white-space:pre-wrap`,
  '.ours': `border-left:0;padding:0 18px 0 21px;${plain};white-space:pre-wrap`,
  '.scroll': 'margin:0 0 24px;overflow-x:auto',
  '.data': `width:100%;border-collapse:collapse;font:15px/1.45 ${sans};font-variant-numeric:tabular-nums;color:@ink`,
  '.head': 'padding:8px 16px 8px 0;border-bottom:2px solid @ink;font-size:14px;text-align:left',
  '.cell': 'padding:8px 16px 8px 0;border-bottom:1px solid @line',
  '.number': 'text-align:right',
  '.unbroken': 'white-space:nowrap',
  '.scaled': 'padding:8px 0 3px;text-align:left;font-weight:400',
  '.bar': 'background-color:@thread',
  '.caption': 'margin:0',
  '.line': 'border-top:2px solid @thread;font-size:0;line-height:0',
  '.facts': `margin:0 0 18px;font:14px/1.55 ${sans};color:@second`,
  '.label': 'padding:2px 14px 2px 0;text-align:left;font-weight:400;white-space:nowrap',
  '.fact': 'padding:2px 0;word-break:break-word',
}

/**
 * Inlines the styles in the site's colors because many email apps drop style sheets. To save bytes, removes classes
 * that have no other rules.
 */
export function inlineStyles(html: string, look: EmailLook): string {
  const { light } = look.colors
  const values: Readonly<Record<string, string>> = { ...light, line: hairlineColor(light), corner: `${look.corner}px` }
  const needed = new Set([...styleSheets(look), outlookStyle].join().match(/(?<=\.)[a-z]\w+/g))
  return html.replaceAll(/<(\w+)([^<>]*?)\/?>/g, (_, tag: string, attributes: string) => {
    const classes = / class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []
    const remaining = classes.filter((name) => needed.has(name)).join(' ')
    const others = attributes.replace(/ class="[^"]*"/, remaining && ` class="${remaining}"`)
    const style = [tag, ...classes.map((name) => `.${name}`)].flatMap((selector) => sheet[selector] ?? []).join(';')
    const colored = style.replaceAll(/@(\w+)/g, (all, name: string) => values[name] ?? all)
    return `<${tag}${others}${colored && ` style="${colored}"`}>`
  })
}

function darkRules(
  { light, dark }: EmailLook['colors'],
  scopes: { color: string; 'background-color': string },
): string {
  const inkSelectors = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'table', 'pre', 'code', '.name']
  const darkColors = [
    ['color', dark.ink, inkSelectors],
    ['color', dark.second, ['.second']],
    ['color', dark.accent, ['a']],
    ['color', dark.thread, ['.knot']],
    ['color', light.onButton, ['.button a']],
    ['background-color', dark.ground, ['.ground']],
    ['background-color', dark.panel, ['.tag', 'code']],
  ] as const
  const rules = darkColors.map(([property, value, selectors]) => {
    const scoped = selectors.map((selector) => `${scopes[property]}.letter ${selector}`)
    return `${scoped.join(',')}{${property}:${value}!important}`
  })
  return rules.join('\n')
}

/** Style sheets for email apps that support them. Separate sheets, since Gmail drops a sheet with any unknown rule. */
export function styleSheets({ colors }: EmailLook): string[] {
  const { dark } = colors
  return [
    `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.letter .edge{padding-left:8px!important;padding-right:14px!important}
.letter h1{font-size:28px!important}
.letter h2{font-size:24px!important}
.letter .box{padding:22px 18px 6px!important}
.letter .data td,.letter .data th{padding-right:7px!important;font-size:13px!important}
}
@media (prefers-color-scheme:dark){
body{background-color:${dark.ground}!important}
${darkRules(colors, { color: '', 'background-color': '' })}
.letter th,.letter td,.letter hr,.letter blockquote{border-color:${hairlineColor(dark)}!important}
.letter .thread{border-color:${dark.thread}!important}
}`,
    darkRules(colors, { color: '[data-ogsc] ', 'background-color': '[data-ogsb] ' }),
  ]
}

/** Fonts for Outlook for Windows, which tries a list's first font, then Times. Its tables don't inherit styles. */
export const outlookStyle = [
  "p,li,td,th,h4{font-family:'Segoe UI',Arial,sans-serif!important}",
  'h1,h2,h3,.name,.serif,.date{font-family:Georgia,serif!important}',
  'pre,code{font-family:Consolas,monospace!important}',
  'p,li{font-size:17px;line-height:160%}',
  '.data td,.data th{font-size:15px;line-height:145%}',
  '.facts td,.facts th{font-size:14px;line-height:155%}',
].join('')
