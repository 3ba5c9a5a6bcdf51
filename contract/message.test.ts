import { expect, test } from "vitest"
import { parseMessage, placeholdersIn, writeMessage } from "./message.ts"

test.each([
  "It's {0} of <1>{2}</1><3/>",
  "{0, plural, one {# day'#'} other {{1}'{'}}",
  "'{number}' and {0}''s",
  "{0, selectordinal, one {{0}st} two {{0}nd} few {{0}rd} other {{0}th}}",
])("%s is read as it was written", (text) => {
  expect(parseMessage(writeMessage(parseMessage(text)))).toEqual(parseMessage(text))
})

test.each(["{0", "<0>x", "x</0>", "a } b", "{0, plural, one {x}}", "{0, plural, some {x} other {y}}"])(
  "%s is broken",
  (text) => {
    expect(() => parseMessage(text)).toThrow(SyntaxError)
  },
)

test("placeholders are compared whatever their order", () => {
  expect(placeholdersIn(parseMessage("{1} of <0>{2}</0>"))).toBe(placeholdersIn(parseMessage("<0>{2}</0>: {1}")))
  expect(placeholdersIn(parseMessage("{0}"))).not.toBe(placeholdersIn(parseMessage("<0/>")))
})
