export const Experts = () => null
