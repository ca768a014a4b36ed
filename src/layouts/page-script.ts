import { wakeOnTouch } from '../lib/wake-on-touch.ts'
import { settlePage } from './settle-page.ts'
import { uncoverPage } from './uncover-page.ts'

// All that a page runs before somebody reaches for something; src/build/page-script.ts puts it into the head.
settlePage()
wakeOnTouch()
uncoverPage()
