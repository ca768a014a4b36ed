import { hydrateOnInteraction } from './hydrate-on-interaction.ts'
import { settlePage } from './settle-page.ts'
import { uncoverPage } from './uncover-page.ts'

// All that a page runs before somebody reaches for something; src/build/page-script.ts puts it into the head.
settlePage()
hydrateOnInteraction()
uncoverPage()
