/** A trend line as large as a word. The text beside it explains it. */
export function Sparkline({ values, label }: { values: number[]; label: string }) {
  const max = Math.max(...values, 1)
  const min = Math.min(...values, 0)
  const x = (at: number) => (values.length > 1 ? (at / (values.length - 1)) * 96 + 2 : 50)
  const y = (value: number) => 30 - ((value - min) / (max - min)) * 28 + 1
  const line = values.map((value, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("")
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 32" preserveAspectRatio="none" className="h-8 w-24 text-accent">
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
