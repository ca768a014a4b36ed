import { useRef, useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import { change, useRead } from '../client.ts'
import { Dialog, openDialog } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Switch } from '../shell/filters.tsx'
import { useIsPhone } from '../shell/Split.tsx'
import { EmailFrame } from '../ui/EmailFrame.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Field } from '../ui/Field.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import type { Issue } from './issue-text.ts'

const formats = { phone: 'Phone', desktop: 'Desktop', text: 'Plain text' } as const
const formatsOnPhones = { desktop: 'Email', text: 'Plain text' } as const

export function EmailPreview({ issue }: { issue: Issue }) {
  const [format, setFormat] = useState<keyof typeof formats>('desktop')
  const names = useIsPhone() ? formatsOnPhones : formats
  const { slug, from, subject, preview, dryRun } = issue
  const facts = [
    ['From', from ? `${from.name} <${from.address}>` : null],
    ['Subject', <b key="subject">{subject}</b>],
    ['Preview text', preview || null],
  ] as const
  return (
    <figure className={`preview as-${format}`}>
      <figcaption>
        <div className="pair">
          <Switch label="Preview" names={names} current={format} onChange={setFormat} />
          {dryRun && <EditButton key={subject + preview} issue={issue} />}
        </div>
        <Facts facts={facts} />
      </figcaption>
      <Loaded {...useRead('issue.preview', { slug })}>
        {({ text, html }) => (format === 'text' ? <pre>{text}</pre> : <EmailFrame title={subject} html={html} />)}
      </Loaded>
    </figure>
  )
}

const fields = [
  ['subject', 'Subject', 150],
  ['preview', 'Preview text', 200],
] as const

/** Opens a form for the subject and preview text. Unchanged or empty fields keep using the article’s text. */
function EditButton({ issue: { slug, title, own, subject, preview } }: { issue: Issue }) {
  const [typed, setTyped] = useState({ subject, preview })
  const dialog = useRef<HTMLDialogElement>(null)
  const { runChange } = useChanges()
  const save = () =>
    runChange(
      'issue.edit',
      {
        slug,
        subject: typed.subject === title ? '' : typed.subject,
        preview: typed.preview === preview ? own.preview : typed.preview,
      },
      { undo: () => change('issue.edit', { slug, ...own }), text: () => 'Saved.' },
    )
  return (
    <>
      <button type="button" className="button plain" onClick={() => openDialog(dialog.current)}>
        Edit
      </button>
      <Dialog ref={dialog} title="Subject and preview text" confirmLabel="Save" onConfirm={save}>
        {fields.map(([name, label, maxLength]) => (
          <Field
            key={name}
            label={label}
            hint={`${counted([...typed[name]].length, 'character')}. Leave it empty to use the article’s.`}
            maxLength={maxLength}
            value={typed[name]}
            onText={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
      </Dialog>
    </>
  )
}
