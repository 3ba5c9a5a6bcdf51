import type { Level } from "#contract/accounts.ts"
import type { PublicSettings } from "#contract/admin.ts"
import type { Look } from "#contract/brand.ts"
import type { Doll, DollQuery } from "#contract/catalog.ts"
import { countryCodes } from "#contract/countries.ts"
import { type Language, languageNames } from "#contract/languages.ts"
import type { LegalPage, LegalVersions } from "#contract/legal.ts"
import type { Membership } from "#contract/memberships.ts"
import type { Review, Voice } from "#contract/reviews.ts"
import type { Seller } from "#contract/seller.ts"
import type { PublicSelling } from "#contract/shippingMethods.ts"
import type { Builtin } from "#contract/sitePages.ts"
import type { Slide } from "#contract/slideshow.ts"
import { offlineTexts } from "#contract/texts.ts"
import type { ListedVideo, Video } from "#contract/videos.ts"
import * as reviews from "../conversation/reviews/reviews.ts"
import { listVoices } from "../conversation/reviews/voices.ts"
import { listMemberships } from "../people/membership/plans.ts"
import { guest } from "../platform/auth/actor.ts"
import type { Context } from "../platform/context.ts"
import { copyTexts } from "../platform/db/copyTexts.ts"
import { shopOf } from "../platform/db/shopSetting.ts"
import { said, speaking } from "../platform/languages.ts"
import type { ShopState } from "../platform/shop-settings/shopSettings.ts"
import {
  legalVersions,
  listPageAddresses,
  type PageLink,
  pageLinks,
  type ShownPage,
  showBuiltin,
  showOwn,
  showVersion,
} from "../platform/site-pages/shown.ts"
import { memberDiscounts } from "../sales/discounts/candidates.ts"
import { methodsTo, publicSelling } from "../sales/totals/totals.ts"
import * as catalog from "../shopfront/catalog/catalog.ts"
import { type Facets, facetsIn, inLanguage } from "../shopfront/catalog/translations.ts"
import { sharedFavorites } from "../shopfront/favorites/share.ts"
import { redirectOf } from "../shopfront/redirects/redirects.ts"
import * as slideshow from "../shopfront/slideshow/slideshow.ts"
import * as videos from "../shopfront/videos/videos.ts"
import * as viewers from "../shopfront/videos/viewers.ts"

/** The functions that pages may call while they are rendered: public data only, as any guest sees it. */
export interface Services {
  /** The support address for printed texts; pages link to the contact form. */
  supportEmail: string
  /** If false, browsers remove the service worker that they have. */
  serviceWorker: boolean
  /** Returns the texts of a page without a network, in each language. */
  offlineTexts(): Record<Language, Record<keyof typeof offlineTexts, string>>
  /** The address where browsers read public files; null if this server sends them. */
  publicFiles: string | null
  /** Returns the shop's current name, support hours and announcement. */
  shop(): PublicSettings
  /** Returns who sells here; null until a super admin has entered it. */
  seller(): Promise<Seller | null>
  /** Returns the texts that the owner has published in a language; the last known ones while the database is away. */
  copy(language: Language): Promise<Record<string, string>>
  /** What the shop looks like. */
  look(): Look
  /** Returns how the shop ships; null while it is as a new shop does. */
  selling(language: Language): PublicSelling | null
  /** Returns the countries that nothing is shipped to. */
  notShippedTo(): string[]
  /** Lists models. Here and in the next three functions, their texts are in `language` where translated. */
  listDolls(query: DollQuery, language: Language): Promise<{ items: Doll[]; total: number }>
  /** Returns the forms and materials to filter by. */
  listFacets(language: Language): Promise<Facets>
  /** Returns everything that a model's page shows. Throws a Refusal for a missing model, whose `code` pages read. */
  showDoll(id: number, reviews: { skip: number; limit: number }, language: Language): Promise<ShownDoll>
  /** Returns the model alone. Throws as `showDoll` does. */
  getDoll(id: number, language: Language): Promise<Doll>
  /** Returns the models of a shared link. Throws as `showDoll` does. */
  sharedFavorites(token: string, language: Language): Promise<Doll[]>
  listSlides(): Promise<Slide[]>
  /** Returns the reviews that the owner shows on the home page. */
  voices(): Promise<Voice[]>
  /** Returns what the members of a level save on every model, in percent. */
  memberDiscounts(): Promise<Partial<Record<Level, number>>>
  /** Lists the plans, also those that are no longer sold. */
  plans(language: Language): Promise<Membership[]>
  getVideo(id: number): Promise<Video>
  /** Returns related videos, those of the same model first, then those of the same category. */
  relatedVideos(id: number): Promise<ListedVideo[]>
  /** Returns the owner's text of a page that the shop comes with; null while it has the default one. */
  builtinPage(name: Builtin, language: Language): Promise<ShownPage | null>
  /** Returns a page of the owner, by its slug or an earlier one. */
  ownPage(slug: string, language: Language): Promise<ShownPage | null>
  legalPage(name: LegalPage, number: number, language: Language): Promise<ShownPage | null>
  /** Returns the links of the owner's pages, and the versions of the legal pages that are in force. */
  pageLinks(language: Language): Promise<{ pages: PageLink[]; legal: LegalVersions }>
  listPageAddresses(): Promise<{ slug: string; updated_at: string }[]>
  /** Returns where staff have redirected a path that has no page; null for nowhere. */
  redirectOf(path: string): Promise<string | null>
  /** Lists videos for the sitemap, like the two functions that follow. */
  listVideoAddresses(): Promise<{ id: number; updated_at: string }[]>
  listDollParts(size: number): Promise<catalog.DollPart[]>
  listDollAddresses(ids: { from: number; to: number }): Promise<{ id: number; updated_at: string }[]>
}

export interface ShownDoll {
  doll: Doll
  related: Doll[]
  /** `counts` holds the numbers of verified purchases with one to five stars; `total` counts all reviews. */
  reviews: { items: Review[]; total: number; counts: number[] }
}

const offlineIn = (language: Language) =>
  speaking(language, () => ({
    title: said(offlineTexts.title),
    text: said(offlineTexts.text),
    again: said(offlineTexts.again),
  }))

/** Binds the domain functions behind the API to a guest. */
export function services({
  reads,
  store,
  settings,
  shop,
}: Pick<Context, "reads" | "store" | "settings"> & { shop: ShopState }): Services {
  const publicFiles = settings.s3?.publicUrl ?? null
  const known = new Map<Language, Record<string, string>>()
  return {
    supportEmail: settings.supportEmail,
    serviceWorker: settings.serviceWorker,
    // A function, so that the catalogues are read with the first request for the worker, not at the start.
    offlineTexts: () =>
      Object.fromEntries(languageNames.map((name) => [name, offlineIn(name)])) as ReturnType<Services["offlineTexts"]>,
    publicFiles,
    voices: () => listVoices(reads),
    shop: () => shop.current,
    seller: async () => (await shopOf(reads)).seller,
    copy: async (language) => {
      const texts = await copyTexts(reads, language).catch(() => known.get(language) ?? {})
      known.set(language, texts)
      return texts
    },
    look: () => shop.look,
    selling: (language) => speaking(language, () => publicSelling(shop.selling)),
    notShippedTo: () =>
      countryCodes.filter(
        (code) => shop.current.no_shipping.includes(code) || methodsTo(shop.selling, code).length === 0,
      ),
    listDolls: async (query, language) => {
      const { items, total } = await catalog.listDolls(reads, guest, query)
      return { items: await inLanguage(reads, language, items), total }
    },
    listFacets: (language) => facetsIn(reads, language),
    showDoll: async (id, page, language) => {
      // These are queried concurrently; if the model is missing, none of them is returned.
      const [{ doll: english }, others, items, counted] = await Promise.all([
        catalog.getDoll(reads, guest, id),
        catalog.relatedTo(reads, id),
        reviews.reviewsOf(reads, id, page),
        reviews.ratingCounts(reads, id),
      ])
      const [doll, ...related] = await inLanguage(reads, language, [english, ...others])
      return { doll: doll!, related, reviews: { items, ...counted } }
    },
    getDoll: async (id, language) => {
      const { doll } = await catalog.getDoll(reads, guest, id)
      return (await inLanguage(reads, language, [doll]))[0]!
    },
    sharedFavorites: async (token, language) => inLanguage(reads, language, await sharedFavorites(store, token)),
    memberDiscounts: () => memberDiscounts(reads),
    plans: (language) => listMemberships(reads, language),
    listSlides: async () => (await slideshow.listSlides(reads, guest, { skip: 0, limit: 100 })).items,
    getVideo: async (id) => (await viewers.openVideo(reads, guest, id)).video,
    relatedVideos: (id) => videos.relatedVideos(reads, guest, id),
    builtinPage: (name, language) => showBuiltin(reads, name, { language, publicFiles }),
    ownPage: (slug, language) => showOwn(reads, slug, { language, publicFiles }),
    legalPage: (name, number, language) => showVersion(reads, { name, number }, { language, publicFiles }),
    pageLinks: async (language) => {
      const [pages, legal] = await Promise.all([pageLinks(reads, language), legalVersions(reads)])
      return { pages, legal }
    },
    listPageAddresses: () => listPageAddresses(reads),
    redirectOf: (path) => redirectOf(reads, path),
    listVideoAddresses: () => videos.listVideoAddresses(reads),
    listDollParts: (size) => catalog.listDollParts(reads, size),
    listDollAddresses: (ids) => catalog.listDollAddresses(reads, ids),
  }
}
