import { answers, onePageOfEachKind, routes } from '../support/routes.ts'
import { expectAccessible } from '../support/site.ts'

expectAccessible([...routes.map(({ path }) => path), ...answers].filter((path) => !onePageOfEachKind.includes(path)))
