import { expect, test } from 'vitest'
import { sourceOf } from './source.ts'

const page = new URL('https://studio.example/blog')
const from = (referrer: string) => sourceOf(page, referrer)

test.each([
  ['facebook', 'www.facebook.com facebook.com m.facebook.com l.facebook.com lm.facebook.com web.facebook.com fb.me'],
  ['twitter', 't.co x.com twitter.com mobile.twitter.com'],
  ['linkedin', 'lnkd.in www.linkedin.com de.linkedin.com'],
  ['reddit', 'out.reddit.com old.reddit.com www.reddit.com new.reddit.com redd.it'],
  ['vkontakte', 'away.vk.com m.vk.com vk.com'],
  ['instagram', 'l.instagram.com www.instagram.com'],
  ['youtube', 'm.youtube.com youtu.be www.youtube.com'],
  ['google', 'google.com www.google.com www.google.de google.co.uk www.google.com.br www.google.co.in google.at'],
  ['bing', 'www.bing.com bing.com de.bing.com'],
  ['yandex', 'yandex.ru yandex.com yandex.com.tr yandex.kz ya.ru'],
  ['duckduckgo', 'duckduckgo.com html.duckduckgo.com'],
  ['yahoo!', 'search.yahoo.com de.search.yahoo.com r.search.yahoo.com www.yahoo.com'],
  ['telegram', 't.me web.telegram.org'],
  ['google news', 'news.google.com'],
  ['gmail', 'mail.google.com'],
  ['pinterest', 'www.pinterest.com www.pinterest.de pinterest.co.uk pin.it'],
  ['news.example', 'news.example www.news.example m.news.example amp.news.example'],
])('%s is one source, whatever its hosts', (source, hosts) => {
  for (const host of hosts.split(' ')) expect([host, from(`https://${host}/a?b=c`)]).toEqual([host, source])
})

test.each([
  ['gmail', 'com.google.android.gm'],
  ['google', 'com.google.android.googlequicksearchbox'],
  ['youtube', 'com.google.android.youtube'],
  ['linkedin', 'com.linkedin.android'],
  ['facebook', 'com.facebook.katana'],
  ['instagram', 'com.instagram.android'],
  ['telegram', 'org.telegram.messenger'],
  ['slack.com', 'com.slack'],
])('%s is the source of the app %s', (source, app) => {
  expect(from(`android-app://${app}/`)).toBe(source)
})

test.each([
  'x.company.example',
  'alice.example.com',
  'old.news.example',
  'de.news.example',
  'alice.github.io',
  't.columbia.edu',
  'google.evil.example',
  'bing.com.evil.example',
  'm.example',
  'docs.google.com',
])('%s is a source of its own', (host) => {
  expect(from(`https://${host}/`)).toBe(host)
})

test.each([
  ['newsletter', '?utm_source=Newsletter'],
  ['newsletter', '?utm_source=+newsletter+&utm_medium=email'],
  ['newsletter / june', '?utm_source=newsletter&utm_campaign=June'],
  ['june', '?utm_campaign=JUNE'],
  ['facebook', '?utm_source=Facebook'],
  ['facebook / june', '?utm_source=l.facebook.com&utm_campaign=june'],
  ['news.example', '?utm_source='],
])('%s is the source of a link with %s', (source, query) => {
  expect(sourceOf(new URL(query, page), 'https://news.example/')).toBe(source)
})

test.each(['', 'https://studio.example/', 'nowhere', 'about:blank'])('a visit from %j is direct', (referrer) => {
  expect(from(referrer)).toBe('direct')
})
