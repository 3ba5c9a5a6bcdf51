import { data } from "react-router"
import { privateMeta } from "../shell/meta.ts"
import { ButtonLink } from "../ui/Button.tsx"

export const loader = () => data(null, { status: 404 })

export const meta = () => privateMeta("Page not found")

export default function NotFound() {
  return (
    <div className="wrap flex min-h-[64svh] flex-col items-start justify-center py-16">
      <svg
        width="120"
        height="64"
        viewBox="0 0 120 64"
        className="mb-8 text-line-strong"
        aria-hidden
        fill="none"
        stroke="currentColor"
      >
        <path d="M6 22h108M14 22v38h92V22" strokeWidth="1.5" />
        <path d="M42 22c0-14 36-14 36 0" strokeWidth="1.5" strokeDasharray="3 4" />
      </svg>
      <p className="text-ink-3 text-ui">404</p>
      <h1 className="mt-1 font-display text-h1">This plinth is empty</h1>
      <p className="mt-4 max-w-measure text-ink-2 text-lead">The page you asked for is not here, or not any more.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/">Back to home</ButtonLink>
        <ButtonLink to="/models" look="outline">
          Browse models
        </ButtonLink>
      </div>
    </div>
  )
}
