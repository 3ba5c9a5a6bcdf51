/** See scripts/icons.mjs. */
declare module "~icons/lucide/*" {
  const icon: import("./createIcon.tsx").Icon
  export default icon
}
