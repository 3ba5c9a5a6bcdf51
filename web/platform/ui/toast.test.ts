import { expect, test } from "vitest"
import { toast } from "./toast.tsx"

test("the next outcome of an action replaces the toast of the last one, and leaves those of other actions", () => {
  const gone: string[] = []
  const show = (title: string, key?: string, description?: string) =>
    toast(title, { ...(key && { key }), description, gone: () => gone.push(`${title} ${description}`) })
  show("Failed to submit review", "review 1", "Too short")
  show("Failed to submit review", "review 2", "Too short or too long")
  show("Failed to upload", undefined, "a.png")
  show("Failed to upload", undefined, "b.png")
  expect(gone).toEqual([])
  show("Failed to submit review", "review 1", "Too many requests")
  expect(gone).toEqual(["Failed to submit review Too short"])
  show("Review submitted", "review 1")
  expect(gone).toEqual(["Failed to submit review Too short", "Failed to submit review Too many requests"])
})
