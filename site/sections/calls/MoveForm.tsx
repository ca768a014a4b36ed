import type { Calls } from '../../../platform/content/calls.ts'

type MoveFormProps = { words: Calls; start: string; zone: string; chosen: readonly string[]; move: string }

export function MoveForm({ words: { page, links }, start, zone, chosen, move }: MoveFormProps) {
  return (
    <form method="post" action={`/call/manage?key=${move}`}>
      <input type="hidden" name="start" value={start} />
      <input type="hidden" name="zone" value={zone} />
      <p>
        {`${page.chosen}: `}
        <strong>{chosen[0]}</strong>
        {chosen[1] !== undefined && <small>{` (${chosen[1]})`}</small>}
      </p>
      <button type="submit" className="button">
        {links.moveHere}
      </button>
    </form>
  )
}
