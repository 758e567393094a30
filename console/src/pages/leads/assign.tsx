import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { api, call } from '../../app/api.ts'
import { bracketed, i18n } from '../../app/i18n.ts'
import type { BulkQuestion } from '../../records/kind.ts'
import type { FilterField, FilterProps } from '../../records/filters.tsx'
import { FormDialog } from '../../ui/form-frames.tsx'

const t = i18n(
  {
    assignee: '跟进人',
    all: '全部跟进人',
    nobody: '无人跟进',
    title: (count: number) => `把 ${count} 条线索分配给`,
    choose: '请选择跟进人',
    hint: '同一手机号的线索会一起分配，并从原跟进人的队列里移走。',
    assign: '分配',
  },
  {
    assignee: 'Assignee',
    all: 'All assignees',
    nobody: 'Nobody',
    title: (count) => `Assign ${count} lead${count === 1 ? '' : 's'} to`,
    choose: 'Please choose who follows up',
    hint: 'Leads of the same number go along, and leave the queue of whoever had them.',
    assign: 'Assign',
  },
)

/** Whoever leads can be given to. */
function useAssignees() {
  const { data } = useQuery({
    queryKey: ['assignees'],
    queryFn: () => call(api.followUp.assignees),
    staleTime: 60_000,
  })
  return data?.map(({ username, nickname }) => ({
    value: username,
    label: nickname ? bracketed(nickname, username) : username,
  }))
}

/** To whom the chosen leads go. */
export const AskAssignee: BulkQuestion = ({ count, answer, close }) => {
  const [form] = Form.useForm<{ username: string }>()
  const assignees = useAssignees()
  return (
    <FormDialog<{ username: string }>
      form={form}
      title={t().title(count)}
      save={t().assign}
      isSaving={false}
      close={close}
      width={440}
      requiredMark={false}
      onFinish={({ username }) => answer(username)}
    >
      <Form.Item name="username" label={t().assignee} rules={[{ required: true, message: t().choose }]}>
        <Select
          autoFocus
          loading={!assignees}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t().choose}
          options={assignees ?? []}
        />
      </Form.Item>
      <p className="quiet">{t().hint}</p>
    </FormDialog>
  )
}

function AssigneeChoice({ params, set }: FilterProps) {
  const assignees = useAssignees()
  const chosen = params['assignee'] || null
  const known = [{ value: 'none', label: t().nobody }, ...(assignees ?? [])]
  // Whoever can no longer be given any may still have some.
  const isOther = chosen && !known.some(({ value }) => value === chosen)
  return (
    <Select<string>
      aria-label={t().assignee}
      style={{ width: 130 }}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={chosen}
      placeholder={t().all}
      onChange={(assignee) => set({ assignee })}
      options={[
        { value: '', label: t().all },
        ...known,
        ...(isOther ? [{ value: chosen, label: chosen }] : []),
      ]}
    />
  )
}

export const assigneeFilter: FilterField<'assignee', { assignee?: string }> = {
  keys: ['assignee'],
  read: ({ assignee }) => (assignee ? { assignee } : {}),
  control: (props) => <AssigneeChoice {...props} />,
}
