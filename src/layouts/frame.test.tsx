import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readFacts } from '../content/facts/facts.ts'
import { readNewsletter } from '../content/newsletter.ts'
import { readFrame } from '../content/site-words.ts'
import { readStudio } from '../content/studio.ts'
import { headLinks } from './head.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

const frame = readFrame()
const studio = readStudio()
const newsletter = readNewsletter(readFacts()).form

test('the bar leads to places on the home page from everywhere', () => {
  const at = (path: string) =>
    renderToStaticMarkup(<SiteHeader name="Kitewright" mark={undefined} bar={frame.bar} path={path} />)
  expect(at('/')).toContain('href="#contact"')
  expect(at('/privacy')).toContain('href="/#contact"')
})

test('the menu is opened by a named button that needs no script', () => {
  const html = renderToStaticMarkup(<SiteHeader name="Kitewright" mark={undefined} bar={frame.bar} path="/" />)
  expect(html).toMatch(/<button[^>]*popoverTarget="menu"[^>]*aria-label="Menu"/i)
  expect(html).toMatch(/<ul id="menu"[^>]*popover="auto"/)
})

test('the footer bears the current year and links every service to its section', () => {
  const services = ['A', 'B'].map((text) => ({ text, to: '/#services' }))
  const html = renderToStaticMarkup(
    <SiteFooter studio={studio} footer={frame.footer} services={services} call="Book a call" newsletter={newsletter} />,
  )
  expect(html).toContain(`© ${new Date().getFullYear()}`)
  expect(html.match(/href="\/#services"/g)).toHaveLength(2)
  expect(html).toContain(`mailto:${studio.email}`)
})

test('a page has its own title, an absolute canonical address and a share picture', () => {
  const head = headLinks({
    studio,
    title: 'Terms',
    description: undefined,
    path: '/terms',
    site: new URL('https://studio.example'),
  })
  expect(head).toMatchObject({ title: 'Terms · Kitewright', canonical: 'https://studio.example/terms' })
  expect(head.social).toContainEqual(['og:image', 'https://studio.example/share.png'])
})
