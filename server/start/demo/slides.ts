import * as z from "zod"
import { readContent, Text } from "./content.ts"
import { Slug } from "./piece.ts"

const slides = readContent(
  "content/slides.json",
  z.array(z.strictObject({ model: Slug, film: z.literal(true).optional(), caption: Text })),
)

/** The turntable, and whom it shows. */
export const slideVideoKey = "demo/slideshow-turntable"
export const slideVideoModel = slides.find(({ film }) => film)!.model
/** The pieces of the slideshow, with air around the whole plinth. */
export const heroPieces = slides.filter(({ film }) => !film).map(({ model }) => model)
export const heroKey = (slug: string) => `demo/hero-${slug}`

/** The picture of a film is its poster, frame 0 of it. */
export const demoSlides = slides.map(({ model, film, caption }) => ({
  image: film ? `${slideVideoKey}-poster` : heroKey(model),
  film: film && slideVideoKey,
  caption,
}))
