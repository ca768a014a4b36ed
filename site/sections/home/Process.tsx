import { Drawing } from '../../ui/Drawing.tsx'
import { Section } from '../../ui/Section.tsx'
import { maxStepsInLine } from '../../ui/Thread.tsx'
import type { SectionProps } from './section-props.ts'

/** The thread's paths from a post to the next, and from the last post to the section's end. */
const threadToNext = 'M0 0C30 100 70 100 100 0'
const threadToEnd = 'M0 0C30 50 100 30 100 100'

export function Process({ items, ...header }: SectionProps<'process'>) {
  const isInLine = items.length <= maxStepsInLine
  return (
    <Section {...header} className={isInLine ? 'process process-line' : 'process'}>
      <ol className="steps">
        {items.map(({ title, icon, description, time }, i) => (
          <li key={title} className="step">
            <svg className="step-thread" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path className="thread" d={i < items.length - 1 ? threadToNext : threadToEnd} />
            </svg>
            <Post />
            {icon && <Drawing drawing={icon} className="glyph" />}
            <h3>{title}</h3>
            <p>{description}</p>
            {time && <p className="remark">{time}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** A post that carries the thread. */
function Post() {
  return (
    <svg className="post" viewBox="0 0 72 86" width="72" height="86" aria-hidden="true">
      <path className="spar" d="M10 1v84" />
      <path d="M3 2h14M0 85h66" />
      <path className="thread" d="M6 6l8 1M6 9l8 1M6 12l8 1" />
    </svg>
  )
}
