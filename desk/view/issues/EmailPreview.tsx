import { useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import { change, useRead } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'
import { Facts } from '../shell/Facts.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import type { Issue } from './issue-text.ts'

export const formats = { phone: 'Phone', desktop: 'Desktop', text: 'Plain text' } as const

type EmailPreviewProps = { issue: Issue; format: keyof typeof formats }

export function EmailPreview({ issue, format }: EmailPreviewProps) {
  return (
    <figure className={`preview ${format}`}>
      <figcaption>
        <EmailHeader issue={issue} />
      </figcaption>
      <Loaded {...useRead('issue.preview', { slug: issue.slug })}>
        {({ text, html }) =>
          format === 'text' ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
            <pre tabIndex={0}>{text}</pre>
          ) : (
            <EmailFrame title={`Email ${format === 'phone' ? 'on a phone' : 'on a desktop'}`} html={html} />
          )
        }
      </Loaded>
    </figure>
  )
}

/** Without scripts and forms. It has the page’s origin for its height alone. Links open in a new tab. */
function EmailFrame({ title, html }: { title: string; html: string }) {
  const [height, setHeight] = useState(600)
  return (
    <iframe
      title={title}
      style={{ height }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      onLoad={({ currentTarget }) => {
        const { body } = currentTarget.contentDocument ?? {}
        if (body) new ResizeObserver(() => setHeight(body.scrollHeight)).observe(body)
      }}
    />
  )
}

function EmailHeader({ issue: { slug, title, from, subject, preview, own, outlook } }: { issue: Issue }) {
  const [draft, setDraft] = useState<{ subject: string; preview: string }>()
  const { runChange } = useChanges()
  const edit = (words: { subject: string; preview: string }) => ({
    slug,
    ...words,
    ...(words.subject.trim() === title && { subject: '' }),
  })
  if (draft)
    return (
      <form
        action={async () => {
          const preview = draft.preview.trim() === '' ? '' : draft.preview
          const undo = () => change('issue.edit', { slug, ...own })
          const text = () => 'Saved subject and preview text.'
          if (await runChange('issue.edit', edit({ ...draft, preview }), { undo, text })) setDraft(undefined)
        }}
      >
        {(['subject', 'preview'] as const).map((name) => (
          <label key={name} className="labeled">
            {name === 'subject' ? 'Subject' : 'Preview text'}
            <input
              className="field"
              dir="auto"
              maxLength={name === 'subject' ? 150 : 200}
              placeholder={name === 'subject' ? title : 'The article’s description'}
              value={draft[name]}
              onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
            />
            <small>{counted([...draft[name]].length, 'character')}</small>
          </label>
        ))}
        <div className="actions">
          <button type="submit" className="button">
            Save
          </button>
          <button type="button" className="button plain" onClick={() => setDraft(undefined)}>
            Cancel
          </button>
        </div>
      </form>
    )
  return (
    <div className="pair">
      <Facts
        facts={[
          ['From', from ? `${from.name} <${from.address}>` : null],
          ['Subject', <b key="subject">{subject}</b>],
          ['Preview text', preview || null],
        ]}
      />
      {outlook && (
        <button
          type="button"
          className="button plain"
          onClick={() => setDraft({ subject: own.subject || title, preview: own.preview || preview })}
        >
          Edit
        </button>
      )}
    </div>
  )
}
