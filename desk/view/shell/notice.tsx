import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useChange } from '../client.ts'

type Notice = { text: string; isProblem?: boolean; undo?: () => Promise<unknown> }

const shownMs = 10_000
const NoticeContext = createContext<(notice: Notice) => void>(() => {})

/** Shows what was just done, with Undo if possible; after leaving the view, only if it can be undone. */
export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice>()
  useEffect(() => {
    if (notice === undefined || notice.isProblem) return
    const timer = setTimeout(setNotice, shownMs, undefined)
    return () => clearTimeout(timer)
  }, [notice])
  const [path] = useLocation()
  const [, view] = path.split('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: it concerns the previous view
  useEffect(() => setNotice((current) => (current?.undo ? current : undefined)), [view])
  const undo = useTried((notice) => setNotice(notice))
  return (
    <NoticeContext value={setNotice}>
      {children}
      <div className="notice-place" role="status">
        {notice && (
          <p className={notice.isProblem ? 'notice problem' : 'notice'}>
            {notice.text}
            {notice.undo && (
              <button
                type="button"
                aria-keyshortcuts="u"
                onClick={() => notice.undo && undo(notice.undo, { text: 'Undone.' })}
              >
                Undo
              </button>
            )}
            {notice.isProblem && (
              <button type="button" onClick={() => setNotice(undefined)}>
                Close
              </button>
            )}
          </p>
        )}
      </div>
    </NoticeContext>
  )
}

/** Runs a task and shows the notice, or the sentence it returns, or its error. */
export function useNotice() {
  return useTried(useContext(NoticeContext))
}

/** `change` changes something on the server; `notice` shows the result. */
export function useActions() {
  return { change: useChange(), notice: useNotice() }
}

function useTried(show: (notice: Notice) => void) {
  return useCallback(
    (work: () => Promise<unknown>, notice: Notice = { text: '' }) =>
      work().then(
        (current) => show(typeof current === 'string' ? { ...notice, text: current } : notice),
        (error: unknown) => show({ text: error instanceof Error ? error.message : String(error), isProblem: true }),
      ),
    [show],
  )
}
