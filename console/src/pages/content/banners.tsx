export const Banners = () => null
