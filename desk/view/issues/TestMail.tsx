import { useState } from 'react'
import { useChange } from '../client.ts'
import { useNotice } from '../shell/notice.tsx'

type TestMailProps = { slug: string; studio: string }

/** To one address, as a reader would get it. */
export function TestMail({ slug, studio }: TestMailProps) {
  const [typed, setTyped] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = useChange()
  const notice = useNotice()
  const address = typed ?? studio
  const send = async () => {
    setBusy(true)
    await notice(
      async () => {
        const { answer, mailer } = await change('testLetter', { slug, address })
        return `Sent to ${address}; ${mailer}. Its answer: ${answer}`
      },
      { text: '' },
    )
    setBusy(false)
  }
  return (
    <form
      className="test-mail"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label htmlFor="test-address">A test mail to</label>
      <input
        id="test-address"
        type="email"
        required
        maxLength={254}
        value={address}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="quiet" aria-busy={isBusy} disabled={isBusy}>
        {isBusy ? 'Sending it …' : 'Send a test'}
      </button>
    </form>
  )
}
