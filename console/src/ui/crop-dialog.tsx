import { Modal, Slider } from 'antd'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { nonce } from '../app/nonce.ts'
import { i18n } from '../app/i18n.ts'
import type { Cut } from './compress.ts'

const t = i18n(
  {
    title: '裁剪图片',
    zoom: '缩放',
    use: '使用这张',
    cancel: '取消',
    hint: '拖动图片调整位置，也可用方向键。',
  },
  {
    title: 'Crop the picture',
    zoom: 'Zoom',
    use: 'Use it',
    cancel: 'Cancel',
    hint: 'Drag to position; the arrow keys work too.',
  },
)

export function CropDialog({
  url,
  aspect,
  busy,
  use,
  cancel,
}: {
  url: string
  aspect: number
  busy: boolean
  use: (cut: Cut) => void
  cancel: () => void
}) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [cut, setCut] = useState<Area>()
  return (
    <Modal
      open
      title={t().title}
      okText={t().use}
      cancelText={t().cancel}
      okButtonProps={{ disabled: !cut, loading: busy }}
      onOk={() => cut && use(cut)}
      onCancel={cancel}
      width={560}
    >
      <p className="quiet">{t().hint}</p>
      <div className="cropper">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          aspect={aspect}
          nonce={nonce}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setCut(pixels)}
        />
      </div>
      <Slider min={1} max={4} step={0.05} value={zoom} onChange={setZoom} ariaLabelForHandle={t().zoom} />
    </Modal>
  )
}
