import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { categories } from "#contract/catalog.ts"
import { demoModels } from "./catalogue.ts"
import { folderOf, imageKey, nightKey, picturesOf, readManifest, views } from "./manifest.ts"
import { demoReviewers, demoReviews } from "./reviews.ts"
import { demoSlides, heroKey, heroPieces } from "./slides.ts"

const forbidden =
  /girl|boy|young|youth|teen|school|child|kid|baby|babe\b|infant|toddler|minor|juvenile|adolescen|petite|loli|schoolgirl|virgin|innocen|little|tiny doll|daughter|maiden|nymph|junior|puber/i
/** The newest demo piece is already out on any day the shop is opened. */
const newest = "2026-11-01"

test("there are 48 different models", () => {
  expect(demoModels).toHaveLength(48)
  for (const pick of ["name", "slug", "description", "long_description", "release_date"] as const) {
    expect(new Set(demoModels.map((model) => model[pick])).size, pick).toBe(48)
  }
  expect(new Set(demoModels.map((model) => model.render.seed)).size).toBe(48)
  expect(new Set(demoModels.map((model) => model.render.family)).size).toBeGreaterThanOrEqual(5)
})

test("every price band and its bounds, every category and every kind of stock occur", () => {
  const cents = demoModels.map((model) => model.price_cents)
  expect(cents.filter((price) => price < 20000).length).toBeGreaterThan(5)
  expect(cents.filter((price) => price >= 20000 && price <= 55000).length).toBeGreaterThan(12)
  expect(cents.filter((price) => price > 55000).length).toBeGreaterThan(12)
  for (const bound of [19999, 20000, 55000]) expect(cents).toContain(bound)
  for (const category of categories) {
    expect(demoModels.filter((model) => model.doll_category === category).length).toBeGreaterThan(12)
  }
  for (const stock of [null, 0, 1]) expect(demoModels.some((model) => model.stock === stock)).toBe(true)
})

test("every model is plausible and reads well in a list", () => {
  for (const model of demoModels) {
    expect(model.doll_height, model.name).toBeGreaterThanOrEqual(150)
    expect(model.doll_gross_weight, model.name).toBeGreaterThan(model.doll_weight)
    expect(model.release_date < newest, model.name).toBe(true)
    expect(model.description.indexOf(". "), model.name).toBeGreaterThan(40)
    expect(model.description.length, model.name).toBeGreaterThan(150)
    expect(model.long_description.split("\n\n").length, model.name).toBeGreaterThanOrEqual(2)
  }
})

test("the plate, the specification and the text tell the same edition", () => {
  for (const model of demoModels) {
    const text = `${model.description} ${model.long_description}`
    const edition = model.specifications.find(({ name }) => name === "Edition")!.value
    if (!edition.startsWith("Numbered")) {
      expect(["Made in small series", "Open edition"], model.name).toContain(edition)
      expect(model.plate, model.name).toBe(model.release_date.slice(0, 4))
      expect(text, model.name).not.toMatch(/numbered|edition of [a-z]+|limited edition/i)
      expect(model.doll_category, model.name).not.toBe("limited_edition")
      continue
    }
    const size = Number(/^Numbered edition of (\d+)$/.exec(edition)![1])
    const [number, of] = model.plate.split("/").map(Number)
    expect(of, model.name).toBe(size)
    expect(number, model.name).toBeGreaterThan(0)
    expect(number, model.name).toBeLessThanOrEqual(size)
    expect(model.stock ?? 0, model.name).toBeLessThanOrEqual(size)
    expect(text, model.name).not.toMatch(/open edition|small series/i)
    if (/last piece/i.test(text)) expect(number, model.name).toBe(size)
  }
})

test("no text points at anyone but adults", () => {
  const texts = [
    ...demoModels.map((model) => JSON.stringify(model)),
    ...demoReviews.map((review) => review.comment),
    ...demoReviewers.map((reviewer) => reviewer.name),
    ...demoSlides.map((slide) => slide.caption),
  ]
  for (const text of texts) expect(text).not.toMatch(forbidden)
})

test("reviews belong to a model and a reviewer, once each", () => {
  expect(demoReviews.length).toBeGreaterThanOrEqual(110)
  const slugs = demoModels.map((model) => model.slug)
  const people = demoReviewers.map((reviewer) => reviewer.key)
  for (const review of demoReviews) {
    expect(slugs).toContain(review.model)
    expect(people).toContain(review.reviewer)
  }
  expect(new Set(demoReviews.map((review) => `${review.model} ${review.reviewer}`)).size).toBe(demoReviews.length)
  expect(new Set(demoReviews.map((review) => review.comment)).size).toBe(demoReviews.length)
})

test("every file the manifest names is there, and small enough", () => {
  const { images, films } = readManifest()
  const keys = new Set(images.map((image) => image.key))
  expect(keys.size).toBe(images.length)
  for (const image of images) {
    expect(image.color).toMatch(/^#[0-9a-f]{6}$/)
    for (const width of image.widths) {
      for (const format of image.formats) {
        const file = join(folderOf(image.key), `${width}.${format}`)
        expect(existsSync(file), file).toBe(true)
        if (width === 640 && format === "avif") expect(statSync(file).size, file).toBeLessThanOrEqual(40_000)
      }
    }
  }
  for (const film of films) {
    expect(keys).toContain(film.poster)
    for (const format of film.formats) {
      const file = join(folderOf(film.key), `film.${format}`)
      expect(statSync(file).size, file).toBeLessThanOrEqual(1_500_000)
    }
  }
})

test("every model has pictures, and every slide has its media", () => {
  const manifest = readManifest()
  const keys = new Set([...manifest.images, ...manifest.films].map((entry) => entry.key))
  for (const { slug } of demoModels) {
    expect(
      picturesOf(manifest, slug).map((picture) => picture.view),
      slug,
    ).toEqual(views)
    expect(keys).toContain(nightKey(imageKey(slug, "three-quarter")))
  }
  for (const slug of heroPieces) for (const key of [heroKey(slug), nightKey(heroKey(slug))]) expect(keys).toContain(key)
  for (const slide of demoSlides) {
    expect(keys).toContain(slide.image)
    if (slide.film) expect(keys).toContain(slide.film)
  }
  expect(demoSlides.some((slide) => slide.film)).toBe(true)
  for (const key of ["demo/empty-plinth", "demo/empty-room"].flatMap((key) => [key, `${key}-night`]))
    expect(keys).toContain(key)
})
