/** The bar of the announcement, as the server draws it and as an open page hears of it. */
export const bar = {
  id: "announcement",
  label: "Announcement",
  className: "border-line border-b bg-sunken text-center text-ui",
  line: "wrap wrap-anywhere flex min-h-11 items-center justify-center py-1",
  link: "link inline-flex min-h-11 items-center",
}
