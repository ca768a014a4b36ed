const markdownMarks = /^[ \t]*(?:(?:#{1,6}|[-*+•‣▪]|>+|\d{1,3}[.)])[ \t]+)+/gm
const fence = /^[ \t]*(?:```|~~~)[^\n]*$/gm
const rule = /^[ \t]*(?:[-*_=][ \t]*){3,}$/gm
const bold = /(\*{1,3}|~{2}|`+)(?=\S)|(?<=\S)(\*{1,3}|~{2}|`+)/g
const underscore = /(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu
const markdownLink = /(?<!!)\[([^[\]\n]{0,600})\]\(\s?<?([^\s()>]{0,600})(?:[>\s][^()\n]{0,600})?\)/g
/** Invisible ones, those that turn the direction of writing, those without meaning. */
const invisible =
  /(?<!\p{Extended_Pictographic}\uFE0F?)\u200D|[\p{Cc}\p{Co}\u115F\u1160\u2800\u3164\uFFA0]|(?!\u200D)\p{Cf}/gu

/**
 * A sentence of a model as it is shown: plain text. Bold, italic, heading, list and code marks are stripped, line breaks kept;
 * control, bidirectional and zero-width characters are removed; the result is in normal form C (Unicode annex 15).
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll(/[\t\p{Zs}]/gu, ' ')
    .replaceAll(/[^\n]+/g, (line) => line.replaceAll(invisible, ''))
    .replaceAll('\uFFFD', '')
    .replaceAll(fence, '')
    .replaceAll(rule, '')
    .replaceAll(markdownMarks, '')
    .replaceAll(markdownLink, '$1 ($2)')
    .replaceAll(bold, '')
    .replaceAll(underscore, '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/(?<! ) *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .normalize('NFC')
}
