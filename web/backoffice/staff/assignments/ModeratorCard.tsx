import { useState } from "react"
import type { Moderator } from "#contract/admin.ts"
import { staffTexts } from "#contract/memberText.ts"
import { plural, t } from "#contract/t.ts"
import { Link } from "../../../platform/router.ts"
import { Button } from "../../../platform/ui/Button.tsx"
import { Tag } from "../../../platform/ui/states.tsx"
import { AssignedModels } from "./AssignedModels.tsx"

/** Models shown before "show all": two rows, or four rows on phones. */
const few = 12

interface ModeratorCardProps {
  moderator: Moderator
  /** Opens the dialog. Undefined if the user may not assign models. */
  onEdit?(): void
  onChanged(): Promise<unknown>
}

export function ModeratorCard({ moderator, onEdit, onChanged }: ModeratorCardProps) {
  const { id, full_name, email, is_active, assignedModels } = moderator
  const [showsAll, setShowsAll] = useState(false)
  const name = `moderator-${id}`
  const count = assignedModels.length
  return (
    <li aria-labelledby={name} className="min-w-0 rounded-card border border-line bg-surface px-5 py-4 max-sm:px-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={name} className="wrap-anywhere font-semibold">
              {full_name}
            </h2>
            {!is_active && <Tag tone="danger">{t`Inactive`}</Tag>}
          </div>
          <p className="wrap-anywhere text-ink-3 text-meta">{email}</p>
        </div>
        <p className="text-ink-2 text-ui">
          {count === 0
            ? staffTexts.noneAssigned
            : plural(count, { one: "1 assigned model", other: `${count} assigned models` })}
        </p>
        <div className="flex flex-wrap items-center gap-x-4">
          <Link
            to={`/moderator-chat-activity/${id}`}
            aria-label={t`Chat activity of ${full_name}`}
            className="link inline-flex min-h-11 items-center text-ui"
          >{t`Chat activity`}</Link>
          {onEdit && is_active && (
            <Button
              variant="outline"
              aria-label={t`Edit assignments of ${full_name}`}
              onClick={onEdit}
            >{t`Edit assignments`}</Button>
          )}
        </div>
      </div>
      {count > 0 && (
        <AssignedModels
          moderator={moderator}
          models={showsAll ? assignedModels : assignedModels.slice(0, few)}
          mayUnassign={Boolean(onEdit)}
          onChanged={onChanged}
        />
      )}
      {count > few && (
        <button
          type="button"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="link mt-1 inline-flex min-h-11 items-center text-ui"
        >
          {showsAll ? t`Show fewer` : t`Show all ${count}`}
        </button>
      )}
    </li>
  )
}
