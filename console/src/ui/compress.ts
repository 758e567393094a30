/** What is cut out of a picture, in its own pixels. */
export interface Cut {
  x: number
  y: number
  width: number
  height: number
}

/** Well below what the service takes: patients load it on a phone. */
const mostBytes = 400 * 1024
const longestSide = 1600

export const loadPicture = (url: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error('not a picture')))
    image.src = url
  })

const encode = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not encoded'))), 'image/jpeg', quality),
  )

function draw(image: HTMLImageElement, cut: Cut, side: number) {
  const scale = Math.min(1, side / Math.max(cut.width, cut.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(cut.width * scale))
  canvas.height = Math.max(1, Math.round(cut.height * scale))
  const context = canvas.getContext('2d')!
  // JPEG has no transparency: what is transparent would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The cut as a JPEG of at most `mostBytes`: first less quality, then fewer pixels. */
export async function compress(url: string, cut: Cut): Promise<Blob> {
  const image = await loadPicture(url)
  for (let side = longestSide; ; side = Math.round(side * 0.75)) {
    const canvas = draw(image, cut, side)
    for (const quality of [0.86, 0.76, 0.64]) {
      const blob = await encode(canvas, quality)
      if (blob.size <= mostBytes || side < 200) return blob
    }
  }
}
