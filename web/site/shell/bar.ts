import { t } from "#contract/t.ts"
/** The announcement bar, rendered by the server and updated by open pages. */
export const bar = {
  id: "announcement",
  label: t`Announcement`,
  className: "border-line border-b bg-sunken text-center text-ui",
  line: "wrap wrap-anywhere flex min-h-11 items-center justify-center py-1",
  link: "link inline-flex min-h-11 items-center",
}
export type Bar = typeof bar

/** The bar above the announcement in maintenance mode. Staff see it, and visitors whose page was open before. */
export const closedBar: Bar = {
  ...bar,
  id: "closed",
  label: t`Maintenance`,
  className: "border-line border-b bg-warn-soft text-center font-semibold text-ui text-warn",
}
