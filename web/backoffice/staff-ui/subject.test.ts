import { expect, test } from "vitest"
import { mentionAt, mentionedIn, named, partsOf } from "./subject.ts"

const people = [
  { id: 1, name: "Ada Demo", role: "admin" as const },
  { id: 2, name: "Cora Demo", role: "admin" as const },
]

test("an @ at the caret asks for people, one inside a word does not", () => {
  expect(["@", "Hi @ad", "Hi\n@Ada De", "a@b", "@a @b", "@x\n", "none"].map(mentionAt)).toEqual([
    "",
    "ad",
    "ada de",
    null,
    "b",
    null,
    null,
  ])
})

test("people are found by the beginning of each part of their name", () => {
  const found = (asked: string) => named(people, asked).map(({ id }) => id)
  expect([found(""), found("co"), found("de"), found("da"), found("ada d"), found("ada please")]).toEqual([
    [1, 2],
    [2],
    [1, 2],
    [],
    [1],
    [],
  ])
})

test("a text mentions those whose whole name follows an @", () => {
  expect(mentionedIn("@Ada Demo and @Cora", people)).toEqual([1])
  expect(mentionedIn("Ada Demo", people)).toEqual([])
})

test("mentions are marked wherever they are in the text", () => {
  expect(partsOf("@Ada Demo, see @Cora Demo.", ["Ada Demo", "Cora Demo"])).toEqual([
    { text: "@Ada Demo", isMention: true },
    { text: ", see ", isMention: false },
    { text: "@Cora Demo", isMention: true },
    { text: ".", isMention: false },
  ])
  expect(partsOf("Nobody", [])).toEqual([{ text: "Nobody", isMention: false }])
})
