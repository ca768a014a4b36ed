import type { Claim } from './claims.ts'

const technology =
  /(?:react|next(?:\.js)?|node(?:\.js)?|python|typescript|javascript|ecmascript|tailwind(?: css)?|postgres(?:ql)?|mongodb|redis|docker|graphql|aws|angular|vue(?:\.js)?|svelte|php|laravel|django|rails|ruby|java|go|rust|ios|android|http\/?|oauth|wcag|web|windows|chrome|version|v|tls|ipv|utf-?|sha-?|gpt-?|gemini|claude|vercel|astro|vite|swift|kotlin|flutter|stripe|css|html|es) ?v?$/
const numbered =
  /\b(?:steps?|phases?|options?|questions?|sections?|points?|parts?|items?|versions?|stages?|tiers?|chapters?|articles?|numbers?|no\.|levels?|examples?|days?|q|#|error|code|port|page|top) ?#?$/
/** Counted things that say something of the studio or of what is offered. */
const telling =
  /\b(?:clients?|customers?|compan(?:y|ies)|business(?:es)?|startups?|brands?|founders?|entrepreneurs?|projects?|apps?|applications?|products?|mvps?|platforms?|websites?|sites?|developers?|engineers?|designers?|programmers?|coders?|of us|people|persons?|experts?|members?|employees?|specialists?|professionals?|freelancers?|staff|teams?|offices?|countries|cities|awards?|reviews?|stars?|ratings?|slots?|spots?|places?|seats?|openings?|revisions?|rounds?|iterations?|changes|institutions?|schools?|universities|colleges|hospitals?|clinics?|downloads?|users?|visitors?|calls?|meetings?|consultations?|sessions?|instal+ments?|payments?|times|x|out of|left|remaining|available|launches|deployments?|integrations?|units?|licen[sc]es?|repositories|sales|leads|investors?|partners?|mentors?|testimonials?|languages?|case studies|successes|exits?)\b/
const tellingOne =
  /\b(?:slots?|spots?|places?|seats?|openings?|revisions?|rounds?|awards?|left|remaining|available|of the (?:top|best|leading))\b/
const asksVisitor = /\byour?\b.*\?\W*$/
const ours = /\b(?:we|our|us|i|studio|kitewright|slots?|spots?|left)\b/
/** Up to here a number counts things at hand: questions, steps, options. */
const mostHarmless = 12

/** What is counted on the site itself. */
export type Shown = readonly { noun: RegExp; count: number }[]

const ofTheSite =
  /\b(?:site|page|blog|list|shows?|shown|showcased?|listed|lists|described?|describes|works? with|quotes?|testimonials?|speak|stack)\b/

/** Whether a bare number counts what the site shows, and counts it rightly: `six projects are shown`. */
export function isShown({ unit, from, to }: Claim, folded: string, shown: Shown): boolean {
  return ofTheSite.test(folded) && shown.some(({ noun, count }) => from === to && from === count && noun.test(unit))
}

/** Whether a bare number says nothing that could be wrong: `React 19`, `24/7`, `step 1`, `3 to 4 questions`. */
export function isHarmlessCount(claim: Claim, folded: string): boolean {
  const before = folded.slice(0, claim.start)
  const text = folded.slice(claim.start, claim.end)
  if (/^24 ?[/x] ?7$/.test(text)) return true
  if (claim.to < 100 && technology.test(before)) return true
  if (claim.to <= 40 && numbered.test(before) && !/\b(?:in|by|on) (?:day|week) ?$/.test(before)) return true
  if (!(claim.to <= mostHarmless)) return false
  if (asksVisitor.test(folded) && !ours.test(folded)) return true
  if (/^(?:x|%|\+)/.test(folded.slice(claim.end).trim())) return false
  return !(claim.to === 1 ? tellingOne : telling).test(claim.unit)
}
