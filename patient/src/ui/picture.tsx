import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { pictureOf } from '../links.ts'

interface PictureProps {
  src: string
  alt: string
  class: string
  /** Shown at once, for what is seen first. */
  first?: boolean
  width: number
  height: number
  fallback?: ComponentChildren
}

/** A picture from wherever the document says, or what stands for it where there is none. */
export function Picture({ src, alt, first, fallback = null, ...rest }: PictureProps) {
  const address = pictureOf(src)
  const [failed, setFailed] = useState('')
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // It may have failed before this page came to life.
    const { current } = image
    if (current?.complete && current.naturalWidth === 0 && address) setFailed(address)
  }, [address])
  if (!address || failed === address) return <>{fallback}</>
  return (
    <img
      {...rest}
      ref={image}
      src={address}
      alt={alt}
      loading={first ? undefined : 'lazy'}
      decoding="async"
      fetchPriority={first ? 'high' : undefined}
      onError={() => setFailed(address)}
    />
  )
}

/** A person's face, or the beginning of the name. */
export function Face({ name, avatar, first }: { name: string; avatar: string; first?: boolean }) {
  return (
    <Picture
      src={avatar}
      alt=""
      class="face"
      width={96}
      height={96}
      first={first ?? false}
      fallback={
        <span class="face face-letter" aria-hidden="true">
          {[...name.trim()][0] ?? '医'}
        </span>
      }
    />
  )
}
