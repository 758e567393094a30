export const Images = () => null
