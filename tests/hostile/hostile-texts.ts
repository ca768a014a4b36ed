type Random = () => number

/** Pieces whose repetition has made patterns, parsers and splitters slow, or has come through where it must not. */
const pieces = [
  ...[
    'hello. ',
    'hello!!!! ',
    '. ',
    '.',
    '! ',
    '? ',
    ', ',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '-',
    '--- ',
    '/',
    '\\',
    '//',
    '..;/',
    '#',
  ],
  ...[
    'my name is dr. ',
    'I am ',
    'dr. ',
    'at ',
    'work for a company of ',
    'around $',
    '$1,000 ',
    '5e2 ',
    '1,',
    '1.000.',
    '€ ',
    '%',
  ],
  ...[
    'a',
    'A',
    'ab ',
    'aA1',
    '0',
    '9 ',
    'x@',
    '@',
    'a@b.',
    'a.b.',
    'mailto:',
    'https://',
    'www.',
    '[](',
    '**',
    '_',
    '`',
    '> ',
  ],
  ...[
    '<',
    '<b>',
    '</script>',
    '&',
    '&amp;',
    '"',
    "'",
    '(',
    '((a',
    '{',
    '[',
    '=',
    '=1+1;',
    '\t=1',
    '+',
    '@SUM(',
    '%0a',
    '%00',
    '%',
  ],
  ...[
    'é',
    'e\u0301',
    '\u0301',
    '漢',
    '🤖',
    '👨‍👩‍👧',
    '𒀀',
    '\u202E',
    '\u200B',
    '\u00AD',
    '\uFEFF',
    '\u2028',
    '\u0000',
    '\u001B[2J',
    '\uD800',
    '\uFFFE',
  ],
  ...[
    'how much ',
    'price mvp under ',
    'what does an MVP cost? ',
    'and ',
    'or ',
    'by Friday ',
    'next ',
    'within 2 weeks ',
    'yes ',
    'no, ',
  ],
] as const

const plain = [
  'What does an MVP cost?',
  'Ada Lovelace',
  'A booking tool for yoga studios.',
  'ada@client.example',
  '5000',
  'by March',
] as const

export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)]
  if (chosen === undefined) throw new Error('there is nothing to pick from')
  return chosen
}

/** A text of at most so many characters: now and then an honest one, mostly one or two pieces again and again, with an odd end. */
export function hostileText(random: Random, most: number): string {
  if (random() < 0.2) return pick(random, plain)
  const length = Math.floor(most * (random() < 0.5 ? 1 : random() ** 3))
  const unit = pick(random, pieces) + (random() < 0.3 ? pick(random, pieces) : '')
  const head = random() < 0.3 ? pick(random, plain) : ''
  const tail = random() < 0.7 ? pick(random, ['1', 'x', '!', ' ', '.', '?', '\n', '@', 'é']) : ''
  return `${head}${unit.repeat(Math.ceil(length / unit.length))}`.slice(0, Math.max(0, most - tail.length)) + tail
}

/** What stands where a text is wanted: mostly a text, else anything that JSON can hold. */
export function hostileValue(random: Random, most: number): unknown {
  if (random() < 0.85) return hostileText(random, most)
  return pick<() => unknown>(random, [
    () => null,
    () => true,
    () => -0,
    () => 1e308,
    () => [],
    () => ({}),
    () => ({ toString: 'x', __proto__: 1, constructor: { prototype: 1 } }),
    () => Array.from({ length: Math.floor(random() * 200) }, () => hostileText(random, 20)),
    () => nested(Math.floor(random() * 500)),
  ])()
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value }
  return value
}
