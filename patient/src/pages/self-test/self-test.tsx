export const SelfTestPage = () => <p>…</p>
