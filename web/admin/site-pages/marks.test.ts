import { expect, test } from "vitest"
import { heading, link, list, picture, wrapped } from "./marks.ts"

const bold = wrapped("**", "bold text")

test.each([
  ["words become bold", bold, "a word b", 2, 6, "a **word** b", "word"],
  ["bold words become plain again", bold, "a **word** b", 4, 8, "a word b", "word"],
  ["without a selection an example is written", bold, "", 0, 0, "**bold text**", "bold text"],
  ["a line becomes a heading", heading, "one\ntwo\nthree", 5, 5, "one\n## two\nthree", "## two"],
  ["a heading becomes a line", heading, "## two", 4, 4, "two", "two"],
  ["lines become a list, empty ones stay empty", list, "one\n\ntwo", 0, 8, "- one\n\n- two", "- one\n\n- two"],
  ["words become a link, whose address is selected", link, "see us", 4, 6, "see [us](https://)", "https://"],
  [
    "a picture asks for its description",
    picture("/media/x.webp"),
    "a",
    1,
    1,
    "a![Describe the image](/media/x.webp)",
    "Describe the image",
  ],
] as const)("%s", (_, edit, text, start, end, changed, selected) => {
  const done = edit(text, start, end)
  expect([done.text, done.text.slice(done.from, done.to)]).toEqual([changed, selected])
})
