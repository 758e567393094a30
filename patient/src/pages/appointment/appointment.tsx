export const AppointmentPage = () => <p>…</p>
