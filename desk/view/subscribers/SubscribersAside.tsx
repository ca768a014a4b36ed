import { Link } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { Banner } from '../ui/Banner.tsx'
import { Bars } from '../ui/Bars.tsx'
import { Section } from '../ui/Page.tsx'

type Month = ResultOf<'subscribers.summary'>['months'][number]

/** Shows growth and sources. Reads them only once: counting 100,000 subscribers is slow. */
export function SubscribersAside({ suspicious }: { suspicious: number }) {
  const { data } = useRead('subscribers.summary', {}, { once: true })
  const joined = data?.sources.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <aside className="stack">
      {data && <Growth months={data.months} />}
      {data && joined > 0 && (
        <Section title="Where they signed up" aside={<span className="second">30 days</span>}>
          <Bars
            bars={data.sources.map(({ name, count }) => {
              return { label: name, value: count.toLocaleString('en'), part: count / joined }
            })}
          />
        </Section>
      )}
      {suspicious > 0 && (
        <Banner
          action={<Link href="/subscribers?view=suspicious">{suspicious === 1 ? 'Check it' : 'Check them'}</Link>}
        >
          {suspicious === 1
            ? 'One sign-up looks suspicious. It gets no email until you check it.'
            : `${suspicious.toLocaleString('en')} sign-ups look suspicious. They get no email until you check them.`}
        </Banner>
      )}
    </aside>
  )
}

function Growth({ months }: { months: readonly Month[] }) {
  const first = months[0]
  const last = months.at(-1)
  if (first === undefined || last === undefined) return null
  const growth = last.subscribers - first.subscribers
  const line = sparkLine(months.map(({ subscribers }) => subscribers))
  const growthText = `${growth < 0 ? '−' : '+'}${Math.abs(growth).toLocaleString('en')}`
  return (
    <Section title="Last 12 months" aside={<span className="second">{growthText}</span>}>
      <figure className="spark">
        <svg
          viewBox="0 0 320 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`From ${monthText(first)}, to ${monthText(last)}`}
        >
          <path className="area" d={`M0 100 L${line} L320 100Z`} />
          <path className="line" d={`M${line}`} />
        </svg>
        <figcaption>
          <span>{monthText(first)}</span>
          <span>{monthText(last)}</span>
        </figcaption>
      </figure>
    </Section>
  )
}

const chartWidth = 320
const chartHeight = 100
/** Space above the maximum, so the line’s stroke isn’t clipped. */
const marginTop = 10

/** Formats values as the points of a 320 × 100 line chart, from zero at the bottom to the maximum near the top. */
export function sparkLine(values: readonly number[]): string {
  const max = Math.max(1, ...values)
  const step = chartWidth / Math.max(1, values.length - 1)
  const points = values.map((value, n) => {
    const y = chartHeight - (value / max) * (chartHeight - marginTop)
    return `${(n * step).toFixed(1)} ${y.toFixed(1)}`
  })
  return points.join(' L')
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

function monthText({ month, subscribers }: Month): string {
  return `${monthName.format(Date.parse(month))}, ${subscribers.toLocaleString('en')}`
}
