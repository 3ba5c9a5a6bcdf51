import { expect, test } from "vitest"
import type { Video } from "#contract/videos.ts"
import { changesOf, emptyVideo, formOf, valuesOf } from "./form.ts"

const video = (doll_id: number | null) =>
  ({
    ...emptyVideo,
    title: "One turn",
    description: "It turns.",
    doll_id,
    tags: [],
    release_date: null,
  }) as never as Video

test("a video whose model has left the shop can be changed without selecting another", () => {
  const left = video(null)
  const typed = formOf(left).parse({ ...valuesOf(left), title: "Two turns" })
  expect(changesOf(left, typed)).toEqual({ title: "Two turns" })
  const given = formOf(left).parse({ ...valuesOf(left), doll_id: "7" })
  expect(changesOf(left, given)).toEqual({ doll_id: 7 })
})

test("one that has a model requires one", () => {
  const held = video(3)
  expect(formOf(held).safeParse({ ...valuesOf(held), doll_id: "" }).success).toBe(false)
})
