type Go = (address: string) => unknown

let follow: Go = (address) => location.assign(address)

/** Leads on to another page of the shop, for what is drawn too often to ask the router each time. */
export function go(address: string): void {
  void follow(address)
}

/** The router is there and does it from now on. */
export function goBy(router: Go): void {
  follow = router
}
