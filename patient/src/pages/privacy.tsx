export const PrivacyPage = () => <p>…</p>
