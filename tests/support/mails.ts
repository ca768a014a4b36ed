import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // What mail programs ask for, and browsers no longer do.
  rules: {
    'no-deprecated-attr': 'off',
    'no-inline-style': 'off',
    'no-style-tag': 'off',
    'prefer-native-element': 'off',
  },
})

/** @returns what is wrong with a mail's HTML */
export async function faultsOfMail(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
}
