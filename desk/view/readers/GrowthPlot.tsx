import { useRead } from '../client.ts'
import { Plot } from '../plot/Plot.tsx'

/** Read once: of 100,000 readers it takes a while. */
export function GrowthPlot() {
  const { data = [] } = useRead('growth', {}, { once: true })
  if (data.length < 2) return null
  return (
    <Plot
      title="Confirmed readers"
      days={data.map(({ day }) => day)}
      series={[{ label: 'Readers', values: data.map(({ readers }) => readers) }]}
    />
  )
}
