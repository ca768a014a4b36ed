import highlight from 'highlight.js/lib/common'
import http from 'highlight.js/lib/languages/http'

highlight.registerLanguage('http', http)

/** Highlights with classes: the content security policy refuses style attributes. '' for a language it does not know. */
export function highlightCode(code: string, language: string): string {
  return highlight.getLanguage(language) ? highlight.highlight(code, { language }).value : ''
}
