export const HospitalPage = () => <p>…</p>
