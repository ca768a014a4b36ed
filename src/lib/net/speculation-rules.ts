/**
 * What a browser may render before a link is followed (HTML, speculation rules): a page of the site that somebody points
 * at. Nothing that answers one visitor, and nothing with a query; a file or a part of the same page is no page.
 */
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
