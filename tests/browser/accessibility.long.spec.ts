import { expectAccessible } from '../support/axe.ts'
import { answers, onePageOfEachKind, routes } from '../support/routes.ts'

expectAccessible([...routes.map(({ path }) => path), ...answers].filter((path) => !onePageOfEachKind.includes(path)))
