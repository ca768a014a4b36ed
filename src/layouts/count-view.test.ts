import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

test('counting costs every page at most 350 bytes of script', async () => {
  const bundle = await rolldown({
    input: 'src/layouts/count-view.ts',
    external: /^\/@id\//,
    transform: { define: { 'import.meta.env.DEV': 'false' } },
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'counting', minify: true, comments: false })
  await bundle.close()
  expect(brotliCompressSync(output[0].code).length).toBeLessThanOrEqual(350)
})
