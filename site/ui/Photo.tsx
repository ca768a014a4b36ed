import { type Picture, photoSources } from '../../platform/content/pictures.ts'

type PhotoProps = {
  picture: Picture
  /** Alternative text; '' if the text beside the photo says the same. */
  alt: string
  /** The photo's displayed width, by which the browser selects a file (HTML, `sizes`). */
  sizes: string
  /** Whether the photo is visible without scrolling, and so loads at once. */
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
