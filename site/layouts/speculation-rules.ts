/** Selects pages for one visitor, files, and queries. */
const notPrerendered = "[href^='/newsletter/'],[href^='/contact/'],[href^='/call'],[href*='.'],[href*='?']"

/** Makes browsers prerender all other pages of the site (HTML, speculation rules). */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { selector_matches: `[href^='/']:not(${notPrerendered})` }, eagerness: 'eager' }],
})
