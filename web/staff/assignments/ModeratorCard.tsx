import { useState } from "react"
import type { Moderator } from "#contract/admin.ts"
import { staffTexts } from "#contract/memberText.ts"
import { Link } from "../../router.ts"
import { Button } from "../../ui/Button.tsx"
import { Tag } from "../../ui/states.tsx"
import { AssignedModels } from "./AssignedModels.tsx"

/** Models shown before "show all". */
const few = 4

interface ModeratorCardProps {
  moderator: Moderator
  /** Opens the dialog; undefined if the user may not assign. */
  onEdit?(): void
  onChanged(): Promise<unknown>
}

export function ModeratorCard({ moderator, onEdit, onChanged }: ModeratorCardProps) {
  const { id, full_name, email, is_active, assignedModels } = moderator
  const [showsAll, setShowsAll] = useState(false)
  const name = `moderator-${id}`
  const count = assignedModels.length
  return (
    <li aria-labelledby={name} className="flex min-w-0 flex-col rounded-card border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={name} className="wrap-anywhere font-display text-h3">
            {full_name}
          </h2>
          <p className="truncate text-ink-2 text-meta" title={email}>
            {email}
          </p>
        </div>
        <Tag tone={is_active ? "success" : "neutral"} dot>
          {is_active ? "Active" : "Inactive"}
        </Tag>
      </div>
      <p className="mt-4 text-ink-2 text-meta">
        {count === 0 ? staffTexts.noneAssigned : count === 1 ? "1 assigned model" : `${count} assigned models`}
      </p>
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
          className="link inline-flex min-h-11 items-center self-start text-ui"
        >
          {showsAll ? "Show fewer" : `Show all ${count}`}
        </button>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-1 pt-4">
        {onEdit && is_active && (
          <Button variant="outline" aria-label={`Edit assignments of ${full_name}`} onClick={onEdit}>
            Edit assignments
          </Button>
        )}
        <Link
          to={`/moderator-chat-activity/${id}`}
          aria-label={`Chat activity of ${full_name}`}
          className="link inline-flex min-h-11 items-center text-ui"
        >
          Chat activity
        </Link>
      </div>
    </li>
  )
}
