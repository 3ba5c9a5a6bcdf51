import { Content } from "./Content.tsx"

/** Pages that are printed: nothing of the shop around them. */
export default function PaperLayout() {
  return (
    <div className="wrap max-w-4xl py-6 print:max-w-none print:p-0">
      <Content />
    </div>
  )
}
