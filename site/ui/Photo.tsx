import { type Picture, photoSources } from '../../platform/content/pictures.ts'

type PhotoProps = {
  picture: Picture
  /** Alternative text, or '' if the text next to the photo says the same. */
  alt: string
  /** The photo's displayed width (HTML, `sizes`). The browser selects a file by it. */
  sizes: string
  /** Whether the photo is visible without scrolling. Other photos load lazily. */
  isFirst?: boolean
}

/** A photo in the formats and widths that its browser can choose from. */
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
