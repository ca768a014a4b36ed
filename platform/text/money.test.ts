import { expect, test } from 'vitest'
import { readMoney } from './money.ts'

test.each([
  ['10,000 INR', 10_000, 'INR'],
  ['₹1,00,000', 100_000, 'INR'],
  ['1.200 €', 1200, 'EUR'],
  ['€ 1.200,50', 1200.5, 'EUR'],
  ["CHF 1'250", 1250, 'CHF'],
  ['2999 dollars', 2999, 'USD'],
  ['３，５００円', 3500, 'JPY'],
  ['1 200 Kč', 1200, 'CZK'],
  ['90 BGN', 90, 'BGN'],
  ["Fr. 1'200.–", 1_200, 'CHF'],
  ["1'200.-- CHF", 1_200, 'CHF'],
  ['90 Franken', 90, 'CHF'],
  ['₹5000/-', 5_000, 'INR'],
])('%s is a price', (written, amount, currency) => expect(readMoney(written)).toEqual({ amount, currency }))

test.each(['4,997', '$', '2-4 weeks', '$1,2345', '$4,99,7.123', '$ 5 USD', '€1..200', '5 constructor', '$1e3'])(
  '%s isn’t a price',
  (written) => expect(readMoney(written)).toBeUndefined(),
)
