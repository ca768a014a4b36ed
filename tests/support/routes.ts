/** Every page of the specification, and what its title and first heading say. */
export const routes: readonly { path: string; title: RegExp; heading: string | RegExp }[] = [
  { path: '/', title: /^Kitewright · /, heading: 'Scale Your SaaS Vision with Expert Development' },
  { path: '/blog', title: /^Blog · Kitewright$/, heading: /\w/ },
  { path: '/blog/saas-trends-2025', title: / · Kitewright$/, heading: /2025/ },
  { path: '/blog/india-saas-ecosystem', title: / · Kitewright$/, heading: /India/ },
  { path: '/blog/mvp-development-guide', title: / · Kitewright$/, heading: /MVP/ },
  { path: '/blog/solo-founders-saas-guide', title: / · Kitewright$/, heading: /SaaS alone/ },
  { path: '/blog/saas-mvp-cost-guide', title: / · Kitewright$/, heading: /costs/ },
  { path: '/blog/rise-of-solo-development-studios', title: / · Kitewright$/, heading: /solo development studio/ },
  { path: '/blog/kitewright-72-hour-mvp-development', title: / · Kitewright$/, heading: /72-hour MVP/ },
  { path: '/privacy', title: /^Privacy Policy · /, heading: 'Privacy Policy' },
  { path: '/terms', title: /^Terms of Service · /, heading: 'Terms of Service' },
  { path: '/sitemap', title: /^Sitemap · /, heading: 'Sitemap' },
  { path: '/contact', title: / · Kitewright$/, heading: 'Ready to Grow Your SaaS Business?' },
]

/** Pages that answer one visitor, beside the routes. */
export const answers = [
  '/search?q=price',
  '/search?q=',
  '/contact/received?reference=KW-TESTTEST',
  '/contact/consultation',
  '/contact/consultation?reference=KW-TESTTEST',
  '/newsletter',
  '/newsletter/subscribed?reference=NL-TESTTEST',
] as const

export const articlePaths = routes.map(({ path }) => path).filter((path) => path.startsWith('/blog/'))

/** What `npm test` looks at closely; the others, of the same layouts, are looked at before a release. */
export const onePageOfEachKind: readonly string[] = [
  '/',
  '/blog',
  '/blog/kitewright-72-hour-mvp-development',
  '/terms',
  '/sitemap',
  '/contact',
  '/contact/consultation',
  '/search?q=price',
  '/newsletter',
  '/nowhere',
]
