import type { Routes } from '../platform/http/site-server.ts'
import {
  confirmPath as callConfirmPath,
  feedPath as callFeedPath,
  managePath as callManagePath,
} from './calls/links.ts'
import { confirmPath, unsubscribePath } from './newsletter/emails.ts'

/** Where pages say that they were seen: answered without a page. */
export const seenPath = '/api/seen'

/** All that is rendered on demand, beside /healthz and /readyz; the build stops when this and site/pages differ. */
export const routes: Routes = {
  '/api/booking': ['POST'],
  '/api/call': ['GET', 'POST'],
  '/api/chat': ['POST'],
  '/api/contact': ['POST'],
  '/api/newsletter': ['POST'],
  '/call': ['GET'],
  '/call/event.ics': ['GET'],
  [callFeedPath]: ['GET'],
  [callConfirmPath]: ['GET', 'POST'],
  [callManagePath]: ['GET', 'POST'],
  '/contact': ['GET'],
  '/contact/consultation': ['GET'],
  '/contact/received': ['GET'],
  '/newsletter': ['GET'],
  '/newsletter/subscribed': ['GET'],
  // The button of the page, and a mail program's one click (RFC 8058).
  [confirmPath]: ['GET', 'POST'],
  [unsubscribePath]: ['GET', 'POST'],
  '/search': ['GET'],
}
