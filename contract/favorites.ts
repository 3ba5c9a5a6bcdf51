import * as z from "zod"
import { Doll } from "./catalog.ts"
import { Id, paging, Timestamp } from "./common.ts"

export const NewFavorite = z.object({ doll_id: Id })
/** `doll` is null when the model left the shop. */
export const Favorite = z.object({ id: Id, doll_id: Id, created_at: Timestamp, doll: Doll.nullable() })
export type Favorite = z.infer<typeof Favorite>
export const FavoriteQuery = z.object(paging(10))
/** The last part of the shared list's address, /favorites/{token}; null while it is not shared. */
export const FavoritesLink = z.object({ token: z.string().nullable() })
export type FavoritesLink = z.infer<typeof FavoritesLink>
export const FavoriteCheck = z.object({ is_favorite: z.boolean(), favorite_id: Id.nullable() })
export type FavoriteCheck = z.infer<typeof FavoriteCheck>
