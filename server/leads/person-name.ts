/** Scripts with case put spaces between words, so that no sentence passes as one word. */
const word = /^\p{Lu}\p{Ll}*(?:['’-]\p{Lu}?\p{Ll}+)?$/u
const title = /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Madam|Herr|Frau)$/
const longest = 20

/** A name that is safe to greet in a mail anyone can trigger: words of up to 20 letters hold no message. */
export function givenName(name: string): string | undefined {
  const words = name.normalize('NFC').trim().split(/ +/)
  const [first = ''] = words
  const isName = words.length <= 4 && words.every((each) => each.length <= longest && word.test(each))
  return isName && !title.test(first) ? first : undefined
}

export function isNameLike(text: string): boolean {
  return text.length <= 60 && /^[\p{L}\p{M}]+(?:\.? [\p{L}\p{M}]+|['’-][\p{L}\p{M}]+){0,4}\.?$/u.test(text)
}
