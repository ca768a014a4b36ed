import { siteContent } from '../../content/site-content.ts'
import { siteTexts } from '../../content/site-texts.ts'
import { type Feed, feedOf } from '../../features/articles/feed.ts'
import { siteUrl } from './site-url.ts'

export function siteFeed(): Feed {
  const { studio, blog } = siteContent()
  return feedOf(siteTexts().articles, blog, studio, siteUrl())
}
