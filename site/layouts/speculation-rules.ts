/** Links that browsers must not prerender (HTML, speculation rules): pages for one visitor, files, and queries. */
const notPrerendered = [
  "[href^='/newsletter/']",
  "[href^='/contact/']",
  "[href^='/call']",
  "[href*='.']",
  "[href*='?']",
]

export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { selector_matches: `[href^='/']:not(${notPrerendered.join()})` },
      eagerness: 'eager',
    },
  ],
})
