import { Button, Drawer, Form, Modal, Space, type FormInstance, type FormProps, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { i18n } from '../app/i18n.ts'

const t = i18n({ save: '保存', cancel: '取消' }, { save: 'Save', cancel: 'Cancel' })

interface Framed<Values> extends Pick<
  FormProps<Values>,
  'initialValues' | 'requiredMark' | 'onValuesChange'
> {
  form: FormInstance<Values>
  title: string
  /** What the button says. */
  save?: string
  isSaving: boolean
  onFinish: (values: Values) => void
  close: () => void
  children: ReactNode
}

/** Esc leaves a form that nobody has touched; what was typed is thrown away by a button only. */
export const closeUnlessTyped =
  (form: Pick<FormInstance, 'isFieldsTouched'>, close: () => void) => (event: object) => {
    const isEscape = 'key' in event && event.key === 'Escape'
    if (!isEscape || !form.isFieldsTouched()) close()
  }

/** A form in a dialog. A tap outside does not lose what was typed. */
export const FormDialog = <Values,>({
  form,
  title,
  save = t().save,
  cancel = t().cancel,
  isSaving,
  close,
  width,
  ...rest
}: Framed<Values> & Pick<ModalProps, 'width'> & { cancel?: string }) => (
  <Modal
    open
    title={title}
    okText={save}
    cancelText={cancel}
    confirmLoading={isSaving}
    onOk={() => form.submit()}
    onCancel={closeUnlessTyped(form, close)}
    width={width}
    mask={{ closable: false }}
  >
    <Form<Values> form={form} layout="vertical" {...rest} />
  </Modal>
)

/** A longer form, beside the page. */
export const FormDrawer = <Values,>({
  form,
  title,
  save = t().save,
  isSaving,
  close,
  size,
  ...rest
}: Framed<Values> & { size: number }) => (
  <Drawer
    open
    size={size}
    title={title}
    onClose={closeUnlessTyped(form, close)}
    mask={{ closable: false }}
    footer={
      <Space>
        <Button type="primary" loading={isSaving} onClick={() => form.submit()}>
          {save}
        </Button>
        <Button onClick={close}>{t().cancel}</Button>
      </Space>
    }
  >
    <Form<Values> form={form} layout="vertical" {...rest} />
  </Drawer>
)
