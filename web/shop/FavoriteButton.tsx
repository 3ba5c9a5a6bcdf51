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
      className={cx("needs-js heart", className)}
    />
  )
}
