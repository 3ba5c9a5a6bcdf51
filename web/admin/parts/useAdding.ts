import { useSearch } from "../../backoffice/table/search.ts"

/** Whether the form for a new item is open. The address has it, so that other pages can link to the form. */
export function useAdding(): [boolean, (adding: boolean) => void] {
  const [params, change] = useSearch()
  const isAdding = params.get("new") === "1"
  const set = (adding: boolean) => {
    if (adding !== isAdding) change(adding ? { new: "1" } : { new: null, draft: null })
  }
  return [isAdding, set]
}
