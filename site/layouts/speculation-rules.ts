/** Patterns of links that aren't prerendered: pages for a single visitor, files, and URLs with a query. */
const notPrerendered = "[href^='/newsletter/'],[href^='/contact/'],[href^='/call'],[href*='.'],[href*='?']"

/** Lets browsers prerender the site's other pages (HTML standard, 7.6: speculative loading). */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { selector_matches: `[href^='/']:not(${notPrerendered})` }, eagerness: 'eager' }],
})
