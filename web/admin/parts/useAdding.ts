import { useSearch } from "../../backoffice/table/search.ts"

/** Whether the form for a new item is open, kept in the address so that other pages can link to it. */
export function useAdding(): [boolean, (adding: boolean) => void] {
  const [params, change] = useSearch()
  const isAdding = params.get("new") === "1"
  const set = (adding: boolean) => {
    if (adding !== isAdding) change(adding ? { new: "1" } : { new: null, draft: null })
  }
  return [isAdding, set]
}
