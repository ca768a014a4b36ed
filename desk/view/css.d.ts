import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Allows CSS variables in `style`, such as a meter’s `--part`. */
    [property: `--${string}`]: string | number | undefined
  }
}
