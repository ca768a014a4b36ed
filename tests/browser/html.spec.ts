import { HtmlValidate } from 'html-validate'
import { LinkChecker } from 'linkinator'
import { answers, routes } from '../support/routes.ts'
import { expect, test } from '../support/site.ts'

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })

for (const path of [...routes.map((route) => route.path), ...answers, '/nowhere']) {
  test(`an HTML validator finds nothing on ${path}`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    const { results } = await validator.validateString(html, path)
    const messages = results.flatMap((result) =>
      result.messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
    )
    expect(messages).toEqual([])
  })
}

test('a link checker finds no dead link and no dead anchor on the whole site', async ({ site }) => {
  const { links } = await new LinkChecker().check({
    path: site.url,
    recurse: true,
    checkFragments: true,
    linksToSkip: async (link) => !link.startsWith(site.url),
  })
  const broken = links
    .filter(({ state }) => state === 'BROKEN')
    .map(({ url, parent, status }) => `${parent} → ${url} ${status}`)
  expect(broken).toEqual([])
  expect(links.filter(({ state }) => state === 'OK').length).toBeGreaterThan(30)
})
