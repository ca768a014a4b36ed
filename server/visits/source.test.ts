import { expect, test } from 'vitest'
import { sourceOf } from './source.ts'

const page = new URL('https://studio.example/blog')
const from = (host: string) => sourceOf(page, host.includes('://') ? host : `https://${host}/a?b=c`)

test.each([
  ['facebook', 'www.facebook.com facebook.com m.facebook.com l.facebook.com fb.me android-app://com.facebook.katana/'],
  ['twitter', 't.co x.com twitter.com mobile.twitter.com'],
  ['linkedin', 'lnkd.in www.linkedin.com de.linkedin.com android-app://com.linkedin.android/'],
  ['reddit', 'out.reddit.com old.reddit.com www.reddit.com redd.it'],
  ['youtube', 'm.youtube.com youtu.be www.youtube.com android-app://com.google.android.youtube/'],
  [
    'google',
    'google.com www.google.de google.co.uk www.google.com.br android-app://com.google.android.googlequicksearchbox/',
  ],
  ['bing', 'www.bing.com bing.com de.bing.com'],
  ['yandex', 'yandex.ru yandex.com.tr yandex.kz ya.ru'],
  ['duckduckgo', 'duckduckgo.com html.duckduckgo.com'],
  ['yahoo!', 'search.yahoo.com de.search.yahoo.com r.search.yahoo.com www.yahoo.com'],
  ['telegram', 't.me web.telegram.org android-app://org.telegram.messenger/'],
  ['gmail', 'mail.google.com android-app://com.google.android.gm/'],
  ['pinterest', 'www.pinterest.com www.pinterest.de pinterest.co.uk pin.it'],
  ['slack.com', 'android-app://com.slack/'],
  ['news.example', 'news.example www.news.example m.news.example amp.news.example'],
  ['direct', 'https://studio.example/ nowhere:// about:blank'],
])('%s is one source, whatever the host', (source, hosts) => {
  for (const host of hosts.split(' ')) expect([host, from(host)]).toEqual([host, source])
})

test.each([
  'x.company.example',
  'old.news.example',
  'alice.github.io',
  't.columbia.edu',
  'google.evil.example',
  'bing.com.evil.example',
  'm.example',
  'docs.google.com',
])('%s is a source of its own', (host) => {
  expect(from(host)).toBe(host)
})

test.each([
  ['newsletter', '?utm_source=+Newsletter+&utm_medium=email'],
  ['newsletter / june', '?utm_source=newsletter&utm_campaign=June'],
  ['june', '?utm_campaign=JUNE'],
  ['facebook / june', '?utm_source=l.facebook.com&utm_campaign=june'],
  ['news.example', '?utm_source='],
])('%s is the source of a link with %s', (source, query) => {
  expect(sourceOf(new URL(query, page), 'https://news.example/')).toBe(source)
})
