/** `12%`, from 12. */
export const percent = (value: number, options?: Intl.NumberFormatOptions) =>
  (value / 100).toLocaleString("en-US", { style: "percent", ...options })
