/** For a tab that brings no key, or one that was used. */
export function Locked() {
  return (
    <main className="locked">
      <h1>This desk is locked.</h1>
      <p>Each address lets one tab in, once. Press Enter where the desk was started: it prints another one.</p>
    </main>
  )
}
