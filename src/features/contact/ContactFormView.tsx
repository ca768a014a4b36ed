/** The words of the form; content/home/contact.yaml holds them. */
export type ContactTexts = {
  labels: { name: string; email: string; project: string }
  send: string
  sending: string
  success: string
  referenceLabel: string
}

export type ContactValues = { name: string; email: string; project: string }

/** What is wrong: one sentence above the fields, and one beside each field concerned. */
export type ContactErrors = { message: string; fields: Partial<Record<keyof ContactValues, string>> }

export type ContactFormViewProps = {
  texts: ContactTexts
  values: ContactValues
  status: 'idle' | 'sending' | 'sent'
  errors?: ContactErrors | undefined
  /** Shown with the success message, once the request is stored. */
  reference?: string | undefined
  /** The idempotency key; minted in the browser, or by the server when it shows the form again. */
  requestId?: string | undefined
  onSubmit?: React.SubmitEventHandler<HTMLFormElement> | undefined
  onInput?: React.InputEventHandler<HTMLFormElement> | undefined
}
