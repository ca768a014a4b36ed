type Forms = Record<string, Intl.DateTimeFormatOptions>

const maxFormats = 500

/** Creates a function that returns a form's format, from a cache: creating a format costs more than using it. */
export function dateFormats<F extends Forms>(forms: F) {
  const cache = new Map<string, Intl.DateTimeFormat>()
  return (lang: string, timeZone: string, form: keyof F & string): Intl.DateTimeFormat => {
    const key = `${lang} ${timeZone} ${form}`
    const format = cache.get(key) ?? new Intl.DateTimeFormat(lang, { ...forms[form], timeZone })
    if (cache.size >= maxFormats) cache.clear()
    cache.set(key, format)
    return format
  }
}
