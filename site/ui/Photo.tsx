import { type Picture, photoSources } from '../../platform/content/pictures.ts'

type PhotoProps = {
  picture: Picture
  /** Alternative text, or '' if text next to the photo already describes it. */
  alt: string
  /** The photo's displayed width, by which the browser selects a file (HTML `sizes`). */
  sizes: string
  /** Whether the photo is visible without scrolling. Other photos load lazily. */
  isFirst?: boolean
}

/** A photo in all formats and widths, from which the browser chooses. */
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
