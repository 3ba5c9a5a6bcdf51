import { renderToString } from "react-dom/server"
import { afterEach, expect, test, vi } from "vitest"

const seen = vi.hoisted(() => ({ submit: async (_values: unknown) => {}, went: [] as unknown[] }))
vi.mock("../../platform/forms/form.ts", () => ({
  useZodForm: () => ({ register: () => ({}), getValues: () => false, formState: { errors: {}, isSubmitting: false } }),
  useSending: (_form: unknown, submit: (values: unknown) => Promise<void>) => {
    seen.submit = submit
    return { submit: () => {} }
  },
}))
vi.mock("../../platform/forms/SentForm.tsx", () => ({ SentForm: () => null }))
vi.mock("../../platform/router.ts", () => ({
  Link: () => null,
  useNavigate: () => async (address: unknown) => void seen.went.push(address),
  asAddress: (address: string) => address,
}))
vi.mock("../../platform/api/client.ts", () => ({
  call: async () => ({ access_token: "token", user: { role: "user" } }),
  ApiError: Error,
  explain: String,
}))
vi.mock("../../shopfront/cart/merge.ts", () => ({ mergeGuestCart: async () => {} }))
vi.mock("../../platform/session/session.ts", () => ({ enter: () => {} }))

import { SignInForm } from "./SignInForm.tsx"

afterEach(() => vi.unstubAllGlobals())

test("a form sent before hydration leads back to what was asked, though its first render did not know it", async () => {
  renderToString(<SignInForm next={null} />)
  const next = "/subscription-checkout?plan=vip&price=20"
  vi.stubGlobal("window", {})
  vi.stubGlobal("location", { search: `?${new URLSearchParams({ next })}` })
  await seen.submit({ remember_me: false })
  expect(seen.went).toEqual([next])
})
