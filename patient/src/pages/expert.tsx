export const ExpertPage = () => <p>…</p>
