/** Adds styles an island loads as text. Unlike style elements, the content security policy allows these. */
export function adoptStyles(styles: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
}
