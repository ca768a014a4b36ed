import { type Picture, photoSources } from '../../platform/content/pictures.ts'

type PhotoProps = {
  picture: Picture
  /** '' where the words beside it say the same. */
  alt: string
  /** How wide it is shown, for the browser to choose a file (HTML, `sizes`). */
  sizes: string
  /** Seen without scrolling: it is asked for at once. */
  isFirst?: boolean
}

export function Photo({ picture, alt, sizes, isFirst }: PhotoProps) {
  return (
    <picture className="photo">
      {photoSources(picture).map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={picture.src}
        alt={alt}
        width={picture.width}
        height={picture.height}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  )
}
