import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The desk’s CSS variables, such as a meter’s `--part`. */
    [property: `--${string}`]: string | number | undefined
  }
}
