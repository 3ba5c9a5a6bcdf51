import type { Doll } from "#contract/catalog.ts"
import { BuyPanel } from "./BuyPanel.tsx"
import { Gallery } from "./Gallery.tsx"
import { ModelTabs } from "./ModelTabs.tsx"
import type { ReviewPage } from "./reviewList.ts"

export function ModelBody({ doll, reviews, origin }: { doll: Doll; reviews: ReviewPage; origin: string }) {
  return (
    <>
      <div className="model-head mt-2">
        <div className="min-w-0">
          <Gallery key={doll.id} doll={doll} />
        </div>
        <div className="min-w-0">
          <div className="lg:sticky lg:top-24">
            <BuyPanel key={doll.id} doll={doll} origin={origin} />
          </div>
        </div>
      </div>
      <ModelTabs key={doll.id} doll={doll} reviews={reviews} />
    </>
  )
}
