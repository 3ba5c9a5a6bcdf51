import { redirect } from "../../platform/router.ts"

/** The specification links to `/orders`, but the list is a tab of the dashboard. */
export const loader = () => redirect("/dashboard?tab=orders")
