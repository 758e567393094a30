export const Audit = () => null
