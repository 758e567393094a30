export const MyAppointmentsPage = () => <p>…</p>
