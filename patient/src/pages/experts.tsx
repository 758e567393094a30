export const ExpertsPage = () => <p>…</p>
