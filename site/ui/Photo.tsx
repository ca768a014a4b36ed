import { type Picture, photoSources } from '../../platform/content/pictures.ts'

type PhotoProps = {
  picture: Picture
  /** '' if the text beside it says the same. */
  alt: string
  /** Its displayed width, by which the browser selects a file (HTML, `sizes`). */
  sizes: string
  /** Visible without scrolling, so it loads at once. */
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
