import type { DeskError } from '../client.ts'

/** While a view has nothing yet, or has lost its server. */
export function Waiting({ error }: { error: DeskError | null }) {
  if (error) {
    return (
      <p className="problem" role="alert">
        {error.message}
      </p>
    )
  }
  return <p className="second">…</p>
}
