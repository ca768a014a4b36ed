/** The studio's mark, on the ground of the page; every icon is made from it. */
export const KITE_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#d9412b" stroke="#161a23" stroke-width="1.4" stroke-linejoin="round" d="M16 1 26 11 16 31 6 11ZM16 1V31M6 11H26"/></svg>`
