/** Tells whether the lines of this page run to the left. */
export const isRightToLeft = () => document.dir === "rtl"

/** Returns 1 for the arrow key that leads on in a row, -1 for the one that leads back, and 0 for any other key. */
export function stepOf(key: string): number {
  if (key !== "ArrowRight" && key !== "ArrowLeft") return 0
  return (key === "ArrowLeft") === isRightToLeft() ? 1 : -1
}
