import { unlessWrong } from '../../src/content/read-content.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { siteTexts } from '../../src/content/site-texts.ts'
import { contentPieces } from './content-pieces.ts'
import type { Finding } from './finding.ts'
import { readSample, sampleContent } from './sample-content.ts'

/** Whether all of content/ is right, and what of it is still as it came. */
export function checkContent(): Finding[] {
  const findings: Finding[] = []
  const find = (state: Finding['state'], text: string, pieces?: string[]) =>
    findings.push({ about: 'content', state, text, ...(pieces && { pieces }) })
  const content = unlessWrong(readAll, (problem) => find('wrong', problem))
  for (const { file, text, pieces } of sampleContent(contentPieces(), readSample())) {
    find('note', `content/${file}: ${text}`, pieces)
  }
  if (content !== undefined && content.studio.postalAddress === undefined) {
    find('note', 'content/studio.yaml, postalAddress: none; letters need one by law in the US and most of the EU')
  }
  if (findings.length === 0) find('ok', 'every text is right, and your own')
  return findings
}

function readAll() {
  const content = siteContent()
  // Read only when they are asked for.
  void content.agent.answers
  siteTexts()
  return content
}
