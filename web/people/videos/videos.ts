import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import { maxSearchLength, maxVideoCategoryLength } from "#contract/limits.ts"
import { call, list } from "../../platform/api/client.ts"
import type { Address } from "../../platform/router.ts"

export const perList = 100
export const perStrip = 20
const day = 86_400_000
/** How long a video counts as recent. */
export const recentDays = 30

export interface Choice {
  q: string
  category: string
  model: string
  recent: boolean
  sort: "newest" | "views" | "likes"
}

export const noChoice: Choice = { q: "", category: "", model: "", recent: false, sort: "newest" }

export function choiceIn(given: URLSearchParams): Choice {
  const sort = given.get("sort")
  return {
    q: (given.get("q") ?? "").trim().slice(0, maxSearchLength),
    category: (given.get("category") ?? "").slice(0, maxVideoCategoryLength),
    model: /^[1-9]\d{0,8}$/.test(given.get("model") ?? "") ? given.get("model")! : "",
    recent: given.get("recent") === "1",
    sort: sort === "views" || sort === "likes" ? sort : "newest",
  }
}

export function addressOf({ q, category, model, recent, sort }: Choice): Address {
  const wanted = new URLSearchParams()
  if (q) wanted.set("q", q)
  if (category) wanted.set("category", category)
  if (model) wanted.set("model", model)
  if (recent) wanted.set("recent", "1")
  if (sort !== "newest") wanted.set("sort", sort)
  return wanted.size > 0 ? `/vip-content?${wanted}` : "/vip-content"
}

export const isNarrowed = ({ q, category, model, recent }: Choice) => Boolean(q || category || model || recent)

const queryOf = ({ q, category, model, recent, sort }: Choice) => ({
  skip: 0,
  limit: perList,
  sort,
  q: q || undefined,
  category: category || undefined,
  doll_id: model ? Number(model) : undefined,
  since: recent ? new Date(Date.now() - recentDays * day).toISOString().slice(0, 10) : undefined,
})

export function useVideos(choice: Choice, enabled: boolean) {
  return useQuery({
    queryKey: ["videos", choice],
    queryFn: ({ signal }) => list("GET /videos/", { query: queryOf(choice), signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useFeatured(enabled: boolean) {
  return useQuery({
    queryKey: ["videos", "featured"],
    queryFn: ({ signal }) => call("GET /videos/", { query: { featured: "1", skip: 0, limit: perStrip }, signal }),
    enabled,
  })
}

export function useCategories(enabled: boolean) {
  return useQuery({
    queryKey: ["videos", "categories"],
    queryFn: ({ signal }) => call("GET /videos/categories", { signal }),
    enabled,
  })
}

/** Whether the user may watch, for display only: the server decides. */
export function mayWatch(user: User | null): boolean {
  return user !== null && (user.role !== "user" || user.membership_level === "vip" || user.membership_level === "vvip")
}

/** The video with its signed link. It is kept while the page is open, because another link would reload the video. */
export function useVideo(id: number, user: User | null) {
  return useQuery({
    queryKey: ["video", id, user?.id, user?.membership_level],
    queryFn: ({ signal }) => call(`GET /videos/${id}`, { signal }),
    enabled: mayWatch(user),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
