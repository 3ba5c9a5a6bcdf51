import type { Doll, DollQuery } from "#contract/catalog.ts"
import type { Review } from "#contract/reviews.ts"
import type { Slide } from "#contract/slideshow.ts"

/** What the pages may ask of the server while they are rendered: public things only, as any guest sees them. */
export interface Services {
  listDolls(query: DollQuery): Promise<{ items: Doll[]; total: number }>
  /** What is not there is thrown as a Refusal; pages tell it by its `code`. */
  getDoll(id: number): Promise<Doll>
  relatedDolls(id: number): Promise<Doll[]>
  listReviews(dollId: number, page: { skip: number; limit: number }): Promise<{ items: Review[]; total: number }>
  listSlides(): Promise<Slide[]>
}
