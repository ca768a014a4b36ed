import './SitemapPage.css'
import type { Article } from '../../platform/content/articles.ts'
import { findSection } from '../../platform/content/home/home.ts'
import type { MarkdownPage } from '../../platform/content/markdown-pages.ts'
import type { SiteContent } from '../../platform/content/site-content.ts'
import { IllustratedPage } from '../ui/IllustratedPage.tsx'
import { SearchForm } from './search/SearchForm.tsx'

type SitemapPageProps = {
  content: Pick<SiteContent, 'sitemap' | 'home' | 'search' | 'drawings'>
  articles: readonly Article[]
  pages: readonly MarkdownPage[]
  site: URL
}

export function SitemapPage({ content, articles, pages, site }: SitemapPageProps) {
  const { sitemap, home, search } = content
  const { groups, machines } = sitemap
  const clients = findSection(home.sections, 'clients')
  const ownPages = pages.filter(({ isLegal }) => !isLegal).map(({ title, path }) => ({ text: title, to: path }))
  const unlisted = ownPages.filter(({ to }) => !groups.main.links.some((link) => link.to === to))
  const articleLinks = articles.map(({ title, path }) => ({ text: title, to: path }))
  return (
    <IllustratedPage
      title={sitemap.heading}
      drawing={content.drawings['pages/sitemap']}
      intro={<SearchForm copy={search} />}
    >
      <div className="link-groups">
        <LinkGroup title={groups.main.title} links={[...groups.main.links, ...unlisted]} />
        <LinkGroup title={groups.blog.title} links={[{ text: groups.blog.home, to: '/blog' }, ...articleLinks]} />
        <LinkGroup {...groups.legal} />
        {clients && (
          <LinkGroup
            title={groups.cases}
            links={clients.copy.items.map(({ name, link }) => ({ text: name, to: link?.to ?? `/#${clients.id}` }))}
          />
        )}
        <LinkGroup
          title={machines.title}
          links={machines.links.map(({ text, to }) => ({ text, to: new URL(to, site).href }))}
        />
      </div>
    </IllustratedPage>
  )
}

function LinkGroup({ title, links }: { title: string; links: readonly { text: string; to: string }[] }) {
  return (
    <section aria-label={title}>
      <h2 className="serif large">{title}</h2>
      <ul className="ruled">
        {links.map(({ text, to }) => (
          <li key={text}>
            <a className="link" href={to} {...(to.startsWith('http') && { target: '_blank', rel: 'noopener' })}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
