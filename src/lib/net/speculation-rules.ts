/** What a browser may prerender (HTML, speculation rules): nothing that answers one visitor, and nothing with a query. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/newsletter/*', '/contact/*', '/*.*', '/*\\?(.+)'] } },
          { not: { selector_matches: '[href^="#"]' } },
        ],
      },
      eagerness: 'eager',
    },
  ],
})
