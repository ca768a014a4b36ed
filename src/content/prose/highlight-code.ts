import highlight from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import http from 'highlight.js/lib/languages/http'
import json from 'highlight.js/lib/languages/json'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const languages = { css, html: xml, http, json, sh: bash, sql, ts: typescript, yaml }
for (const [name, language] of Object.entries(languages)) highlight.registerLanguage(name, language)

export const codeLanguages = [...Object.keys(languages), 'text']

/**
 * Marks what is what in a piece of code, with classes: style attributes would be refused by the content security policy.
 * @param language one of `codeLanguages`
 * @returns HTML, or an empty string where nothing is to be marked
 */
export function highlightCode(code: string, language: string): string {
  return highlight.getLanguage(language) ? highlight.highlight(code, { language }).value : ''
}
