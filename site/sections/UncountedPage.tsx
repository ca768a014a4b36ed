import { DrawnPage } from '../ui/DrawnPage.tsx'

/** For the owner alone; so its words are here and not in content/. Without scripts there is nothing to press. */
export function UncountedPage({ title }: { title: string }) {
  const text = 'This site counts its visitors. Press the button, and what you do in this browser is left out.'
  return (
    <DrawnPage title={title} drawing={undefined} lead={<p>{text}</p>}>
      <p>
        <button type="button" className="button" id="uncounted" hidden />
      </p>
    </DrawnPage>
  )
}
