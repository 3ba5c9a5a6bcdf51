import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import type { ListedVideo, Video, VideoCategories } from "#contract/videos.ts"
import { call, list } from "../api/client.ts"

export const perList = 100
export const perStrip = 20
const day = 86_400_000
/** How long a film is a recent one. */
export const recentDays = 30

export interface Choice {
  q: string
  category: string
  model: string
  recent: boolean
  sort: "newest" | "views" | "likes"
}

export const noChoice: Choice = { q: "", category: "", model: "", recent: false, sort: "newest" }

/** What an address says; what it does not say is not chosen. */
export function choiceIn(given: URLSearchParams): Choice {
  const sort = given.get("sort")
  return {
    q: (given.get("q") ?? "").trim().slice(0, 200),
    category: (given.get("category") ?? "").slice(0, 40),
    model: /^[1-9]\d{0,8}$/.test(given.get("model") ?? "") ? given.get("model")! : "",
    recent: given.get("recent") === "1",
    sort: sort === "views" || sort === "likes" ? sort : "newest",
  }
}

export function addressOf({ q, category, model, recent, sort }: Choice): string {
  const wanted = new URLSearchParams()
  if (q) wanted.set("q", q)
  if (category) wanted.set("category", category)
  if (model) wanted.set("model", model)
  if (recent) wanted.set("recent", "1")
  if (sort !== "newest") wanted.set("sort", sort)
  return `/vip-content${wanted.size > 0 ? `?${wanted}` : ""}`
}

export const isNarrowed = ({ q, category, model, recent }: Choice) => Boolean(q || category || model || recent)

function queryOf({ q, category, model, recent, sort }: Choice): string {
  const wanted = new URLSearchParams({ skip: "0", limit: String(perList), sort })
  if (q) wanted.set("q", q)
  if (category) wanted.set("category", category)
  if (model) wanted.set("doll_id", model)
  if (recent) wanted.set("since", new Date(Date.now() - recentDays * day).toISOString().slice(0, 10))
  return wanted.toString()
}

export function useFilms(choice: Choice, enabled: boolean) {
  return useQuery({
    queryKey: ["videos", choice],
    queryFn: ({ signal }) => list<ListedVideo>(`GET /videos/?${queryOf(choice)}`, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useFeatured(enabled: boolean) {
  return useQuery({
    queryKey: ["videos", "featured"],
    queryFn: ({ signal }) => call<ListedVideo[]>(`GET /videos/?featured=1&skip=0&limit=${perStrip}`, { signal }),
    enabled,
  })
}

export function useCategories(enabled: boolean) {
  return useQuery({
    queryKey: ["videos", "categories"],
    queryFn: ({ signal }) => call<VideoCategories>("GET /videos/categories", { signal }),
    enabled,
  })
}

/** Two levels, and staff, may watch; the server has the last word. */
export function mayWatch(user: User | null): boolean {
  return user !== null && (user.role !== "user" || user.membership_level === "vip" || user.membership_level === "vvip")
}

/** The video with its link, for whoever may watch. Kept while the page is open: another link would load the film anew. */
export function useFilm(id: number, user: User | null) {
  return useQuery({
    queryKey: ["video", id, user?.id, user?.membership_level],
    queryFn: ({ signal }) => call<Video>(`GET /videos/${id}`, { signal }),
    enabled: mayWatch(user),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
