// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createRoutesStub } from "react-router"
import { expect, test, vi } from "vitest"
import type { User } from "#contract/accounts.ts"
import Palette from "./Palette.tsx"

const tabs = [
  { id: "models", label: "Models", letter: "m" },
  { id: "orders", label: "Orders", letter: "o" },
]
const close = vi.fn()
const Shown = () => <Palette user={{} as User} tabs={tabs} onClose={close} openKeys={() => {}} />
const Panel = () => <p>The panel</p>
const Stub = createRoutesStub([
  { path: "/", Component: Shown },
  { path: "/admin", Component: Panel },
])

test("arrows go through the palette's list and around its ends, typing begins at its top, and Enter runs", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={["/"]} />
    </QueryClientProvider>,
  )
  const field = await screen.findByRole("combobox", { hidden: true })
  const chosen = () => {
    const option = document.getElementById(field.getAttribute("aria-activedescendant")!)!
    expect(screen.getAllByRole("option", { hidden: true, selected: true })).toEqual([option])
    return option.firstChild?.textContent
  }
  const person = userEvent.setup({ delay: null })
  expect(chosen()).toBe("Models")
  await person.type(field, "{ArrowDown}")
  expect(chosen()).toBe("Orders")
  await person.type(field, "{ArrowUp}{ArrowUp}")
  expect(chosen()).toBe("Keyboard shortcuts")
  await person.type(field, "{ArrowDown}{ArrowDown}")
  expect(chosen()).toBe("Orders")
  await person.type(field, "o")
  expect(chosen()).toBe("Models")
  await person.type(field, "rders{Enter}")
  expect(close).toHaveBeenCalledOnce()
  await screen.findByText("The panel")
})
