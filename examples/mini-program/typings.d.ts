// As much of the runtime as the pages use. For more, take `miniprogram-api-typings` in place of this file.

interface TapEvent {
  currentTarget: { dataset: Record<string, string> }
}
interface InputEvent extends TapEvent {
  detail: { value: string }
}
interface CheckEvent {
  detail: { value: string[] }
}

interface PageInstance<Data> {
  data: Data
  setData(changes: Partial<Data>): void
}

declare function App(options: object): void
declare function Page<Data extends object, Rest extends object>(
  options: { data: Data } & Rest & ThisType<PageInstance<Data> & Rest>,
): void

declare const wx: {
  makePhoneCall(options: { phoneNumber: string; fail?: () => void }): void
  navigateTo(options: { url: string }): void
  redirectTo(options: { url: string }): void
  showModal(options: {
    title: string
    content: string
    confirmText: string
    cancelText: string
    success: (answer: { confirm: boolean }) => void
  }): void
  stopPullDownRefresh(): void
}
