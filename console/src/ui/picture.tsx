import { useState } from 'react'
import { PictureOutlined } from './icons.tsx'

/** A small picture, or a place for one where there is none or it cannot be had. */
export function Picture({
  src,
  width,
  height,
  alt = '',
}: {
  src: string
  width: number
  height: number
  alt?: string
}) {
  const [broken, setBroken] = useState('')
  const isShown = src && broken !== src && !src.startsWith('cloud:')
  return (
    <span className="picture" style={{ width, height }}>
      {isShown ? (
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          onError={() => setBroken(src)}
        />
      ) : (
        <PictureOutlined />
      )}
    </span>
  )
}
