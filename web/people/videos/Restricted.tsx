import { t } from "#contract/t.ts"
import { videoTexts } from "#contract/videoText.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyPlinth } from "../../platform/ui/EmptyPlinth.tsx"
import { Lock } from "../../platform/ui/icons.ts"

/** Shown without access. With `refused`, the level suffices but the permission is missing; otherwise it is an offer. */
export function Restricted({ refused = false }: { refused?: boolean }) {
  return (
    <div className="wrap py-8 md:py-12">
      <div className="night-room overflow-hidden rounded-card border border-line bg-sunken text-ink min-h-[60svh] md:grid md:grid-cols-2">
        <div className="flex flex-col items-start justify-center gap-4 p-6 py-10 md:p-10 lg:p-14">
          <Lock aria-hidden size={28} strokeWidth={1.25} className="text-gilt" />
          <h1 className="font-display text-h1">{t`VIP Content is for VIP and VVIP members`}</h1>
          <p className="max-w-measure text-ink-2 text-lead">
            {refused
              ? `${videoTexts.notAllowed}.`
              : t`Upgrade to get instant access. Before you pay, you'll see how your current membership is converted.`}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonLink to="/upgrade">{videoTexts.upgrade}</ButtonLink>
            <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
          </div>
        </div>
        <EmptyPlinth night sizes="(min-width: 768px) 50vw, 92vw" className="h-40 md:h-auto" />
      </div>
    </div>
  )
}
