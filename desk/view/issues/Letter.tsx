import { useSearchParams } from 'wouter'
import { useRead } from '../client.ts'
import { Tabs } from '../shell/Tabs.tsx'
import { Waiting } from '../shell/Waiting.tsx'

const forms = [
  { name: 'phone', label: 'Phone' },
  { name: 'mail', label: 'Desktop' },
  { name: 'text', label: 'Plain text' },
] as const

/** The letter as readers get it. */
export function Letter({ slug }: { slug: string }) {
  const [query, setQuery] = useSearchParams()
  const form = forms.find(({ name }) => name === query.get('as'))?.name ?? 'phone'
  const { data: letter, error } = useRead('letter', { slug })
  return (
    <section className={`letter letter-${form}`} aria-label="The letter">
      <div className="actions">
        <Tabs
          views={forms}
          chosen={form}
          onChoose={(name) =>
            setQuery((before) => {
              before.set('as', name)
              return before
            })
          }
        />
      </div>
      {letter === undefined || error ? (
        <Waiting error={error} />
      ) : form === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must be able to do
        <pre tabIndex={0}>{letter.text}</pre>
      ) : (
        <iframe title={`The letter, ${form === 'phone' ? 'on a phone' : 'on a desktop'}`} {...framed(letter.html)} />
      )}
    </section>
  )
}

/** Without scripts, forms or an origin of its own: nothing of it reaches the desk. Its links open beside the desk. */
function framed(html: string) {
  return {
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    srcDoc: html.replace('<head>', '<head><base target="_blank">'),
  }
}
