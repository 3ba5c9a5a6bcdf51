import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { FavoritesLink } from "#contract/favorites.ts"
import { shareTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { useSession } from "../../platform/session/session.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Share2 } from "../../platform/ui/icons.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { share } from "../../shopfront/shop/share.ts"

/** Creates a link that shows the favorites to others, and turns it off again. */
export function ShareFavorites() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Share2 aria-hidden size={18} /> {t`Share`}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Share your favorites`}>
        <Sharing />
      </Dialog>
    </>
  )
}

function Sharing() {
  const { user } = useSession()
  const client = useQueryClient()
  const queryKey = ["favorites link", user?.uuid]
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => call("GET /favorites/link") })
  const [busy, setBusy] = useState(false)
  if (!data)
    return error ? <ErrorState detail={explain(error)} retry={() => void refetch()} /> : <Skeleton className="h-32" />
  const change = async (send: () => Promise<FavoritesLink>, failed: string) => {
    setBusy(true)
    try {
      client.setQueryData(queryKey, await send())
    } catch (error) {
      toast(failed, { kind: "error", key: "favorites link", description: explain(error) })
    }
    setBusy(false)
  }
  const off = { token: null }
  if (!data.token) {
    return (
      <>
        <p className="text-ink-2">
          <Trans>
            Anyone with the link can see these models, and those you add later. Your name isn't shown. You can turn the
            link off at any time.
          </Trans>
        </p>
        <Button
          busy={busy}
          className="mt-5"
          onClick={() => void change(() => call("PUT /favorites/link"), shareTexts.failed)}
        >{t`Create link`}</Button>
      </>
    )
  }
  const url = `${location.origin}/favorites/${data.token}`
  return (
    <>
      <TextField
        label={t`Link`}
        readOnly
        value={url}
        hint={t`Anyone with this link can see your favorites. Your name isn't shown.`}
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => void share(t`Favorites`, url)}>{t`Share link`}</Button>
        <Button
          variant="danger"
          busy={busy}
          onClick={() => void change(() => call("DELETE /favorites/link").then(() => off), shareTexts.offFailed)}
        >{t`Turn off link`}</Button>
      </div>
    </>
  )
}
