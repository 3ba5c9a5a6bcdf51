import { Lock } from "lucide-react"
import { videoTexts } from "#contract/videoText.ts"
import { ButtonLink } from "../ui/Button.tsx"

/** Shown without access: an offer, or `refused` if the level suffices but the permission is missing. */
export function Restricted({ refused = false }: { refused?: boolean }) {
  return (
    <div className="wrap py-10 md:py-14">
      <div className="night-room flex flex-col items-start gap-4 rounded-dialog border border-line bg-sunken p-8 text-ink md:p-14">
        <Lock aria-hidden size={28} strokeWidth={1.25} className="text-gilt" />
        <h1 className="font-display text-h1">VIP Content is for VIP and VVIP members</h1>
        <p className="max-w-measure text-ink-2 text-lead">
          {refused
            ? `${videoTexts.notAllowed}.`
            : "Upgrade to get instant access. Before you pay, you'll see how your current membership is converted."}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to="/upgrade">{videoTexts.upgrade}</ButtonLink>
          <ButtonLink to="/models" variant="outline">
            Browse Models
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
