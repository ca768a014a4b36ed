import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { enter, everyMs } from './client.ts'
import { Connection } from './shell/Connection.tsx'
import { listenToKeys } from './shell/keys.ts'
import { Locked } from './shell/Locked.tsx'
import { Shell } from './shell/Shell.tsx'

/** What is new comes without a reload; a tab that nobody sees asks for nothing. */
const client = new QueryClient({
  defaultOptions: { queries: { refetchInterval: everyMs, staleTime: everyMs, retry: false } },
})

const root = document.getElementById('desk')
if (root) {
  const isIn = await enter()
  listenToKeys()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Connection />
        {isIn ? <Shell /> : <Locked />}
      </QueryClientProvider>
    </StrictMode>,
  )
}
