import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { useFavorite } from "./favorites.ts"

interface FavoriteButtonProps {
  model: { id: number; name: string }
  className?: string
}

/** Hidden for staff, who have no favorites. */
export function FavoriteButton({ model, className }: FavoriteButtonProps) {
  const { isFavorite, busy, toggle } = useFavorite(model)
  return (
    <button
      type="button"
      aria-label={t`Favorite ${model.name}`}
      aria-pressed={isFavorite}
      disabled={busy}
      onClick={() => void toggle()}
      className={cx("needs-js if-not-staff heart", className)}
    />
  )
}
