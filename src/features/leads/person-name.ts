/** Letters that have a large and a small form: such scripts put a space between words, so that no sentence is one. */
const word = /^\p{Lu}\p{Ll}*(?:['’-]\p{Lu}?\p{Ll}+)?$/u
const title = /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Madam|Herr|Frau)$/
const longest = 20

/** Whom a mail may greet, though anybody can have it sent to anybody: a word of up to 20 letters holds no message. */
export function givenName(name: string): string | undefined {
  const words = name.normalize('NFC').trim().split(/ +/)
  const [first = ''] = words
  const isName = words.length <= 4 && words.every((each) => each.length <= longest && word.test(each))
  return isName && !title.test(first) ? first : undefined
}

export function isNameLike(text: string): boolean {
  return text.length <= 60 && /^[\p{L}\p{M}]+(?:\.? [\p{L}\p{M}]+|['’-][\p{L}\p{M}]+){0,4}\.?$/u.test(text)
}
