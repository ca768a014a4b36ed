/** For what a page shows only after a touch: its styles come with its code. */
export function adoptStyles(styles: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
}
