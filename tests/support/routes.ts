import { readFileSync } from 'node:fs'

/** What the specification says of the title and the first heading of its pages. */
const specified: Record<string, { title: RegExp; heading: string | RegExp }> = {
  '/': { title: /^Kitewright · /, heading: 'Scale Your SaaS Vision with Expert Development' },
  '/blog': { title: /^Blog · Kitewright$/, heading: /\w/ },
  '/blog/saas-trends-2025': { title: / · Kitewright$/, heading: /2025/ },
  '/blog/india-saas-ecosystem': { title: / · Kitewright$/, heading: /India/ },
  '/blog/mvp-development-guide': { title: / · Kitewright$/, heading: /MVP/ },
  '/blog/solo-founders-saas-guide': { title: / · Kitewright$/, heading: /SaaS alone/ },
  '/blog/saas-mvp-cost-guide': { title: / · Kitewright$/, heading: /costs/ },
  '/blog/rise-of-solo-development-studios': { title: / · Kitewright$/, heading: /solo development studio/ },
  '/blog/kitewright-72-hour-mvp-development': { title: / · Kitewright$/, heading: /72-hour MVP/ },
  '/privacy': { title: /^Privacy Policy · /, heading: 'Privacy Policy' },
  '/terms': { title: /^Terms of Service · /, heading: 'Terms of Service' },
  '/sitemap': { title: /^Sitemap · /, heading: 'Sitemap' },
  '/contact': { title: / · Kitewright$/, heading: 'Ready to Grow Your SaaS Business?' },
}

/** The pages that the build lists (src/pages/_site/listed-pages.tsx). */
const listed = ['sitemap.xml', 'blog-sitemap.xml'].flatMap((file) =>
  [...readFileSync(`dist/sample/client/${file}`, 'utf8').matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, loc = '']) => new URL(loc).pathname,
  ),
)

/** Every page of the specification, and every other one that is listed. */
export const routes = [...new Set([...Object.keys(specified), ...listed])].map((path) => ({
  path,
  ...(specified[path] ?? { title: / · Kitewright$/, heading: /\w/ }),
}))

/** Pages that answer one visitor, beside the routes. */
export const answers = [
  '/search?q=price',
  '/search?q=',
  '/call?zone=Europe/Berlin',
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
  '/call?zone=Europe/Berlin',
  '/search?q=price',
  '/newsletter',
  '/nowhere',
]
