export const Accounts = () => null
