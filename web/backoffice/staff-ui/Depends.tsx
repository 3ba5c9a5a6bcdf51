import { useQuery } from "@tanstack/react-query"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { dependsOn } from "./dependsOn.ts"
import { nameOf } from "./levels.ts"

/** Lists what depends on an account before it is deactivated or deleted. */
export function Depends({ id }: { id: number }) {
  const { data, error } = useQuery({
    queryKey: ["admin", "dependents", id],
    queryFn: ({ signal }) => call(`GET /admin/users/${id}/dependents`, { signal }),
    gcTime: 0,
  })
  if (error) return <p className="mt-3">{t`Failed to load what this affects.`}</p>
  if (!data) return <p className="mt-3">{t`Checking what this affects…`}</p>
  const sentences = dependsOn(data, nameOf)
  if (sentences.length === 0) return <p className="mt-3">{t`Nothing else is affected.`}</p>
  return (
    <ul className="mt-3 grid list-disc gap-1 ps-5 text-ink">
      {sentences.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
}
