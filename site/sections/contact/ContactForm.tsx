import type { SectionCopy } from '../../../platform/content/home/section-schemas.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { contactFields } from '../../../server/leads/fields.ts'
import { ContactLinks } from '../../ui/ContactLinks.tsx'
import { type DraftCopy, draftHref } from '../../ui/form/email-draft.ts'
import { Form, type FormProps, type PageFormProps } from '../../ui/form/Form.tsx'

type ContactFormProps = PageFormProps & Pick<FormProps, 'send' | 'extras' | 'note'>

export function ContactForm(props: ContactFormProps) {
  return (
    <Form
      {...props}
      action="/api/contact"
      id="contact"
      className="form"
      fields={contactFields}
      draftKey={props.island && 'contact'}
    />
  )
}

type ContactPageFormProps = PageFormProps & {
  copy: SectionCopy['contact']
  draft: Omit<DraftCopy, 'texts'>
  studio: Studio
  isUnfolded?: boolean | undefined
}

/** Adds the optional fields, and a link that opens the typed text as an email draft. */
export function ContactPageForm({ copy, draft, studio, isUnfolded = false, ...props }: ContactPageFormProps) {
  const emailHref = draftHref(props.values ?? {}, { ...draft, texts: props.texts })
  return (
    <ContactForm
      {...props}
      send={copy.form.send}
      extras={{ summary: copy.page.details, isOpen: isUnfolded }}
      note={
        <p className="form-note second">
          {`${copy.direct} `}
          <ContactLinks studio={studio} emailHref={emailHref} />
        </p>
      }
    />
  )
}
