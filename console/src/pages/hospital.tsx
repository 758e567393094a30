export const HospitalPage = () => null
