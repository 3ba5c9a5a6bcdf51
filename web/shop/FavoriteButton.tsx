import { Heart } from "lucide-react"
import { cx } from "../ui/cx.ts"
import { useFavorite } from "./favorites.ts"

interface FavoriteButtonProps {
  model: { id: number; name: string }
  className?: string
}

export function FavoriteButton({ model, className }: FavoriteButtonProps) {
  const { isFavorite, busy, toggle } = useFavorite(model.id)
  return (
    <button
      type="button"
      aria-label={`Favorite ${model.name}`}
      aria-pressed={isFavorite}
      disabled={busy}
      onClick={() => void toggle()}
      className={cx(
        "needs-js inline-flex size-11 items-center justify-center rounded-full border border-line bg-surface text-ink transition-colors duration-120 hover:border-ink disabled:opacity-60",
        className,
      )}
    >
      <Heart aria-hidden size={18} className={cx(isFavorite && "fill-accent text-accent")} />
    </button>
  )
}
