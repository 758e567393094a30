export const HelpPage = () => <p>…</p>
