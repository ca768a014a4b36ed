import './Prose.css'

/** `html` comes from src/content/prose, which escapes; never from a visitor. */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
