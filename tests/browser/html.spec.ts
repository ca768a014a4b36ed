import { HtmlValidate } from 'html-validate'
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
