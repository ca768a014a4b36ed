import { parseJson } from '../../../platform/parse-json.ts'
import { callRules } from '../../../server/calls/call.fields.ts'

type Kept = { name?: unknown; email?: unknown; project?: unknown; requirements?: unknown }

/** Puts what the tab keeps of the other forms and of the chat into empty fields. */
export function fillKept(form: ParentNode): void {
  const all = storedKeys().map(keptUnder)
  const first = (...names: (keyof Kept)[]) =>
    all.flatMap((kept) => names.map((name) => kept[name])).find((each) => typeof each === 'string' && each !== '')
  const about = String(first('project', 'requirements') ?? '').replaceAll(/\s+/g, ' ')
  fill(form, 'name', String(first('name') ?? ''))
  fill(form, 'email', String(first('email') ?? ''))
  fill(form, 'about', [...about].slice(0, callRules.about.most).join(''))
}

function fill(form: ParentNode, name: string, value: string): void {
  const field = form.querySelector(`[name=${name}]`)
  if (field instanceof HTMLInputElement && field.value === '') field.value = value
}

function storedKeys(): string[] {
  try {
    return Object.keys(sessionStorage).sort()
  } catch {
    return []
  }
}

/** A form keeps its `values`, the chat what it has noted as `info`, its booking what was `typed`. */
function keptUnder(key: string): Kept {
  const { values, info, typed } = Object(parseJson(sessionStorage.getItem(key) ?? ''))
  return Object(values ?? typed ?? info)
}
