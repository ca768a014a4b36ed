type PhotoProps = {
  picture: { src: string; width: number; height: number }
  sources: readonly { type: string; srcSet: string }[]
  /** '' where the words beside it say the same. */
  alt: string
  /** How wide it is shown, for the browser to choose a file (HTML, `sizes`). */
  sizes: string
  className?: string
  /** Seen without scrolling: it is asked for at once. */
  isFirst?: boolean
}

export function Photo({ picture: { src, width, height }, sources, alt, sizes, className = '', isFirst }: PhotoProps) {
  return (
    <picture className={`photo ${className}`.trimEnd()}>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  )
}
