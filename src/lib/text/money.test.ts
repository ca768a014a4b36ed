import { expect, test } from 'vitest'
import { readMoney } from './money.ts'

test.each([
  ['$4,997', 4997, 'USD'],
  ['10,000 INR', 10_000, 'INR'],
  ['₹1,00,000', 100_000, 'INR'],
  ['1.200 €', 1200, 'EUR'],
  ['€ 1.200,50', 1200.5, 'EUR'],
  ['1 200 €', 1200, 'EUR'],
  ["CHF 1'250", 1250, 'CHF'],
  ['R$ 500', 500, 'BRL'],
  ['US$ 5', 5, 'USD'],
  ['2999 dollars', 2999, 'USD'],
  ['¥5,000', 5000, 'JPY'],
  ['３，５００円', 3500, 'JPY'],
  ['￥3,500', 3500, 'JPY'],
  ['1 200 Kč', 1200, 'CZK'],
  ['900 SEK', 900, 'SEK'],
  ['500 TRY', 500, 'TRY'],
])('%s is a price', (written, amount, currency) => {
  expect(readMoney(written)).toEqual({ amount, currency })
})

test.each([
  '4,997',
  '$',
  '50+',
  '2-4 weeks',
  '$1,2345',
  '$4,99,7.123',
  '$1,200.000',
  '$1,200,50',
  '$1200,000',
  '$ 5 USD',
  '€1..200',
  'free',
  '5 kr',
  '5 constructor',
  '10%',
  '$1e3',
])('%s is none', (written) => {
  expect(readMoney(written)).toBeUndefined()
})
