import { useMutation } from '@tanstack/react-query'
import { Button, Input, Space } from 'antd'
import { useRef, useState } from 'react'
import { UploadOutlined } from './icons.tsx'
import { api, call } from '../app/api.ts'
import { tell, tellFault, warn } from '../app/feedback.tsx'
import { Picture } from './picture.tsx'
import { i18n } from '../app/i18n.ts'
import { loaded } from '../app/loaded.tsx'
import { compress, loadPicture, type Cut } from './compress.ts'

const CropDialog = loaded(async () => (await import('./crop-dialog.tsx')).CropDialog)

const t = i18n(
  {
    upload: '上传图片',
    address: '图片地址',
    uploaded: '已上传的图片',
    remove: '移除',
    done: '图片已上传',
    wrong: '请选择 PNG、JPEG、GIF 或 WebP 图片',
    broken: '这张图片打不开，可能已损坏，请换一张',
  },
  {
    upload: 'Upload',
    address: 'Address of the picture',
    uploaded: 'Uploaded picture',
    remove: 'Remove',
    done: 'Picture uploaded',
    wrong: 'Please choose a PNG, JPEG, GIF or WebP picture',
    broken: 'This picture cannot be opened and may be damaged; please choose another',
  },
)

const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** A picture by its address, or uploaded: cut to shape and made small before it is sent. */
export function ImageField({
  value = '',
  onChange,
  aspect,
  label,
  id,
}: {
  value?: string
  onChange?: (value: string) => void
  aspect: number
  label: string
  id?: string
}) {
  const [chosen, setChosen] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen)
    setChosen(undefined)
  }
  const upload = useMutation({
    mutationFn: async (cut: Cut) =>
      (await call(api.pictures.upload, { file: await compress(chosen!, cut) })).url,
    onSuccess(url) {
      onChange?.(url)
      tell(t().done)
      close()
    },
    onError: tellFault,
  })
  const choose = async (file: File | undefined) => {
    if (!file) return
    if (!types.includes(file.type)) return warn(t().wrong)
    const url = URL.createObjectURL(file)
    try {
      await loadPicture(url)
      setChosen(url)
    } catch {
      URL.revokeObjectURL(url)
      warn(t().broken)
    }
  }
  const isUploaded = /^(data:|\/pictures\/)/.test(value)
  return (
    <div className="image-field">
      <Picture src={value} width={72} height={Math.round(72 / aspect)} />
      <Space.Compact block>
        {isUploaded ? (
          <Input readOnly value={t().uploaded} aria-label={label} id={id} />
        ) : (
          <Input
            value={value}
            placeholder={t().address}
            aria-label={label}
            id={id}
            onChange={(event) => onChange?.(event.target.value)}
          />
        )}
        {value && <Button onClick={() => onChange?.('')}>{t().remove}</Button>}
        <Button icon={<UploadOutlined />} onClick={() => input.current?.click()}>
          {t().upload}
        </Button>
      </Space.Compact>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join(',')}
        aria-label={`${t().upload} ${label}`}
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {chosen && (
        <CropDialog url={chosen} aspect={aspect} busy={upload.isPending} use={upload.mutate} cancel={close} />
      )}
    </div>
  )
}
