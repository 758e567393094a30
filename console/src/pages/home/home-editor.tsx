export const HomeEditor = () => null
