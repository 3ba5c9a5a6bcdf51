import { useSearchParams } from "react-router"

/** Whether the form for a new item is open, kept in the address so that other pages can link to it. */
export function useAdding(): [boolean, (adding: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const isAdding = params.get("new") === "1"
  const set = (adding: boolean) => {
    if (adding === isAdding) return
    const next = new URLSearchParams(params)
    if (adding) next.set("new", "1")
    else for (const name of ["new", "draft"]) next.delete(name)
    setParams(next, { preventScrollReset: true })
  }
  return [isAdding, set]
}
