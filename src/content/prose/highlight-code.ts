import highlight from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import http from 'highlight.js/lib/languages/http'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const languages = {
  css,
  html: xml,
  http,
  js: javascript,
  json,
  jsx: javascript,
  php,
  python,
  ruby,
  sh: bash,
  sql,
  ts: typescript,
  tsx: typescript,
  yaml,
}
for (const [name, language] of Object.entries(languages)) highlight.registerLanguage(name, language)

export const codeLanguages = [...Object.keys(languages), 'text']

/** Highlights with classes: the content security policy refuses style attributes. '' for a language it does not know. */
export function highlightCode(code: string, language: string): string {
  return highlight.getLanguage(language) ? highlight.highlight(code, { language }).value : ''
}
