import { redirect } from "react-router"

/** `/orders` is where the specification's links lead; the list itself is a part of the dashboard. */
export const loader = () => redirect("/dashboard?tab=orders")
