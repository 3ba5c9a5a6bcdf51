import { inLanguage } from "../language.ts"
import type { Address } from "../router.ts"

type Go = (address: Address) => unknown

let navigate: Go = (address) => location.assign(inLanguage(address))

/** Navigates from outside a component, or from one rendered too often for `useNavigate`. */
export function go(address: Address): void {
  void navigate(address)
}

/** Hands navigation to the router once it has loaded (`LinkHost`). */
export function navigateWith(by: Go): void {
  navigate = by
}
