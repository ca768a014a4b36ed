import { settlePage } from './settle-page.ts'
import { uncoverPage } from './uncover-page.ts'
import { wakeOnTouch } from './wake-on-touch.ts'

// All that a page runs before somebody reaches for something; src/build/page-script.ts puts it into the head.
settlePage()
wakeOnTouch()
uncoverPage()
