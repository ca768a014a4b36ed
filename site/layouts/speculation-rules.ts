/** Selects links to pages for one visitor, to files, and with queries. */
const notPrerendered = "[href^='/newsletter/'],[href^='/contact/'],[href^='/call'],[href*='.'],[href*='?']"

/** Tells browsers to prerender the site's other pages (HTML, speculation rules). */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { selector_matches: `[href^='/']:not(${notPrerendered})` }, eagerness: 'eager' }],
})
