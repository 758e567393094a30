export const MyAccount = () => null
