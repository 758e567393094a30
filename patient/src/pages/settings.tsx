export const SettingsPage = () => <p>…</p>
