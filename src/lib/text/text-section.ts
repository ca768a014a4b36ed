/** A stretch of a page under one heading, as search knows it; a page's first stretch has neither anchor nor heading. */
export type TextSection = { path: string; title: string; anchor: string; heading: string; text: string }
