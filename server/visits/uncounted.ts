/** The page on which owners leave themselves out. */
export const uncountedPath = '/uncounted'

/** As site/layouts/page-script.ts reads it. */
const key = 'uncounted'

/** A browser in which nothing is kept can't be left out: the button stays away. */
export function offerToLeaveOut(button: HTMLButtonElement): void {
  const show = () => {
    button.textContent = localStorage.getItem(key) === null ? 'Leave out my visits' : 'Count my visits again'
  }
  try {
    show()
  } catch {
    return
  }
  button.hidden = false
  button.addEventListener('click', () => {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
    show()
  })
}
