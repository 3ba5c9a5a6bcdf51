import { useSearchParams } from "react-router"

/** Whether something new is being entered here: the address says so, so that other places can lead to it. */
export function useAdding(): [boolean, (adding: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const isAdding = params.get("new") === "1"
  const set = (adding: boolean) => {
    if (adding === isAdding) return
    const next = new URLSearchParams(params)
    if (adding) next.set("new", "1")
    else next.delete("new")
    setParams(next, { preventScrollReset: true })
  }
  return [isAdding, set]
}
