import { globSync, readFileSync } from "node:fs"
import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test, vi } from "vitest"

test.each([
  ["", 'lang="en" dir="ltr"'],
  ["ar", 'lang="ar" dir="rtl"'],
])("a page says where its lines begin: %s", async (language, said) => {
  vi.stubEnv("VITE_LANGUAGE", language)
  vi.resetModules()
  // The stub has no files, and React warns of their empty addresses.
  vi.spyOn(console, "error").mockImplementation(() => {})
  const { Layout } = await import("./root.tsx")
  const Page = createRoutesStub([{ path: "/", Component: Layout }])
  expect(renderToStaticMarkup(<Page />)).toContain(`<html ${said}`)
})

/** Left and right are meant here: over the empty part of a picture, and in the middle. */
const meant = ["web/people/account/AuthFrame.tsx: right-[6%]", "web/people/chat/MessageLog.tsx: left-1/2"]

const classes =
  /(?<![\w-])-?(?:(?:m|p|scroll-m|scroll-p)[lr]-|(?:left|right)-(?=[\d[(]|auto|full|px)|(?:border|rounded)-(?:[lr]|[tb][lr])(?![\w])|(?:text|float|clear)-(?:left|right)(?![\w-]))[^\s"'`]*/g
const declarations =
  /(?<=[{;\s])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?:left|right):|(?:text-align|float|clear): (?:left|right))/g

test("styles name the start and the end of a line, not left and right", () => {
  const found = ([files, pattern]: [string, RegExp]) =>
    globSync(files)
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .flatMap((file) => (readFileSync(file, "utf8").match(pattern) ?? []).map((one) => `${file}: ${one}`))
  expect(found(["web/**/*.{ts,tsx}", classes]).sort()).toEqual(meant)
  expect(found(["{web,server}/**/*.css", declarations])).toEqual([])
})
