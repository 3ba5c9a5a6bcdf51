import { data } from "react-router"
import { ButtonLink } from "../ui/Button.tsx"

export const loader = () => data(null, { status: 404 })

export const meta = () => [{ title: "Page not found - Vitrine" }, { name: "robots", content: "noindex" }]

export default function NotFound() {
  return (
    <div className="wrap flex min-h-[60svh] flex-col items-start justify-center gap-4">
      <h1 className="font-display text-h1">This room is empty</h1>
      <p className="text-ink-2">The page you asked for is not here.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/">Back to home</ButtonLink>
        <ButtonLink to="/models" look="outline">
          Browse models
        </ButtonLink>
      </div>
    </div>
  )
}
