/** Links that aren't prerendered: to pages for one visitor, to files, and with queries. */
const notPrerendered = "[href^='/newsletter/'],[href^='/contact/'],[href^='/call'],[href*='.'],[href*='?']"

/** Lets browsers prerender the site's other pages (HTML standard, 7.6: speculative loading). */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { selector_matches: `[href^='/']:not(${notPrerendered})` }, eagerness: 'eager' }],
})
