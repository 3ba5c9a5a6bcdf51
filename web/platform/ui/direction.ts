/** Whether the lines of this page run to the left. */
export const isRightToLeft = () => document.dir === "rtl"

/** Where an arrow key leads in a row: 1 is on, -1 back, and 0 what any other key does. */
export function stepOf(key: string): number {
  if (key !== "ArrowRight" && key !== "ArrowLeft") return 0
  return (key === "ArrowLeft") === isRightToLeft() ? 1 : -1
}
