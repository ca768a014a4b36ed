/** Adds styles that an island loads as text. The content security policy doesn't apply to them, as it does to style elements. */
export function adoptStyles(styles: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
}
