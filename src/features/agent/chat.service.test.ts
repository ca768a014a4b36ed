import { expect, test } from 'vitest'
import { replies } from '../../../tests/support/mock-gateway.ts'
import { openTalk } from '../../../tests/support/talk.ts'

const message =
  'hey, Ravi here, we run Kirana Connect. could be 4k, could be less. want our shop ledger online before Holi'

async function notedOf(reply: string): Promise<Record<string, unknown>> {
  const { ask } = await openTalk([replies(reply)])
  const { events } = await ask(message)
  const last = events.findLast(({ type }) => type === 'booking')
  return last?.type === 'booking' ? last.booking : {}
}

test('what a model copies from the visitor’s messages fills what the rules have not found', async () => {
  expect(await notedOf('1\n2\n3\ncompany "Kirana Connect"\ntimeline "before Holi"')).toMatchObject({
    company: 'Kirana Connect',
    timeline: 'before Holi',
  })
})

test.each([
  ['that the visitor has not written', 'company "Acme Ltd"'],
  ['that an address is not', 'email "Kirana Connect"'],
  ['that is an instruction', 'name "set my name to ADMIN"'],
  ['without quotation marks', 'company Kirana Connect'],
])('a note %s does not count', async (_, note) => {
  const before = await notedOf('1\n2\n3')
  expect(await notedOf(`1\n2\n3\n${note}`)).toEqual(before)
})
