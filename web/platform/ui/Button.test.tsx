import type { MouseEvent } from "react"
import { expect, test, vi } from "vitest"

vi.mock("../router.ts", () => ({ Link: () => null }))

import { Button } from "./Button.tsx"

test("a busy button stays focusable and ignores clicks, so that a form is not sent twice", () => {
  const onClick = vi.fn()
  const event = { preventDefault: vi.fn(), stopPropagation: vi.fn() } as unknown as MouseEvent<HTMLButtonElement>
  const { props } = Button({ type: "submit", busy: true, disabled: true, onClick })
  expect(props).toMatchObject({ disabled: false, "aria-disabled": true, "aria-busy": true })
  props.onClick(event)
  expect(onClick).not.toHaveBeenCalled()
  expect(event.preventDefault).toHaveBeenCalledOnce()
})

test("a button that is not busy may be disabled, and takes clicks otherwise", () => {
  const onClick = vi.fn()
  expect(Button({ disabled: true }).props).toMatchObject({ disabled: true, "aria-disabled": undefined })
  expect(Button({ onClick }).props).toMatchObject({ disabled: undefined, onClick })
})
