import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The prototype’s own properties, such as `--part` of a meter. */
    [property: `--${string}`]: string | number | undefined
  }
}
