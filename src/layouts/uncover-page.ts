import { closestTo } from './closest-to.ts'

/** The small screen's menu goes when one of its links is taken, and when the focus goes elsewhere. */
export function uncoverPage(): void {
  for (const type of ['click', 'focusin']) {
    addEventListener(type, ({ target }) => {
      const isLeft = type === 'click' ? closestTo(target, '#menu a') : !closestTo(target, '.bar')
      if (isLeft) document.getElementById('menu')?.togglePopover(false)
    })
  }
}
