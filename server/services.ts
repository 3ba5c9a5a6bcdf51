import type { PublicSettings } from "#contract/admin.ts"
import type { Doll, DollQuery } from "#contract/catalog.ts"
import type { Review } from "#contract/reviews.ts"
import type { Slide } from "#contract/slideshow.ts"
import type { ListedVideo, Video } from "#contract/videos.ts"
import { guest } from "./accounts/actor.ts"
import type { App } from "./app.ts"
import * as catalog from "./catalog/catalog.ts"
import * as reviews from "./reviews/reviews.ts"
import * as slideshow from "./slideshow/slideshow.ts"
import { publicSettings } from "./staff/shopSettings.ts"
import * as videos from "./videos/videos.ts"
import * as viewers from "./videos/viewers.ts"

/** What the pages may ask of the server while they are rendered: public things only, as any guest sees them. */
export interface Services {
  /** For what is printed; pages lead to the contact form. */
  supportEmail: string
  /** Its name, the support hours and what is announced, as they are now. */
  shop(): PublicSettings
  listDolls(query: DollQuery): Promise<{ items: Doll[]; total: number }>
  /** All that a model's page shows. What is not there is thrown as a Refusal; pages tell it by its `code`. */
  showDoll(id: number, reviews: { skip: number; limit: number }): Promise<ShownDoll>
  listSlides(): Promise<Slide[]>
  getVideo(id: number): Promise<Video>
  /** Of the same model first, then of the same kind. */
  relatedVideos(id: number): Promise<ListedVideo[]>
  listVideoAddresses(): Promise<{ id: number; updated_at: string }[]>
  /** For the sitemap. */
  listDollAddresses(): Promise<{ id: number; updated_at: string }[]>
}

export interface ShownDoll {
  doll: Doll
  related: Doll[]
  /** `counts`: how many reviews gave one star, two stars, up to five. */
  reviews: { items: Review[]; total: number; counts: number[] }
}

/** The same domain functions as behind the API, bound to a guest. */
export function services({ store, settings, shop }: Pick<App, "store" | "settings" | "shop">): Services {
  return {
    supportEmail: settings.supportEmail,
    shop: () => publicSettings(shop),
    listDolls: (query) => catalog.listDolls(store, guest, query),
    showDoll: async (id, page) => {
      // Asked at once, so that they travel together; without the model none of it is told.
      const [{ doll }, related, items, counts] = await Promise.all([
        catalog.getDoll(store, guest, id),
        catalog.relatedTo(store, id),
        reviews.reviewsOf(store, id, page),
        reviews.ratingCounts(store, id),
      ])
      return { doll, related, reviews: { items, total: doll.review_count, counts } }
    },
    listSlides: async () => (await slideshow.listSlides(store, guest, { skip: 0, limit: 100 })).items,
    getVideo: async (id) => (await viewers.openVideo(store, guest, id)).video,
    relatedVideos: (id) => videos.relatedVideos(store, guest, id),
    listVideoAddresses: () => videos.listVideoAddresses(store),
    listDollAddresses: () => catalog.listDollAddresses(store),
  }
}
