/** What a browser may prerender (HTML, speculation rules): nothing that answers one visitor, and nothing with a query. */
const notRendered = ["[href^='/newsletter/']", "[href^='/contact/']", "[href^='/call']", "[href*='.']", "[href*='?']"]

export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { selector_matches: `[href^='/']:not(${notRendered.join()})` },
      eagerness: 'eager',
    },
  ],
})
