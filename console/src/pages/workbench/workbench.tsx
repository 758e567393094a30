export const Workbench = () => null
