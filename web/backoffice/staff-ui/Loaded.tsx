import { type QueryKey, type UseQueryResult, useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { explain } from "../../platform/api/client.ts"
import { ErrorState } from "../../platform/ui/states.tsx"
import { FieldsSkeleton } from "./FieldsSkeleton.tsx"

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** The title of an error. */
  failed?: string
  /** What is said of it until it is there, and how many fields are shown. */
  label?: string
  fields?: number
  children(data: Data): ReactNode
}

/** What a query has read, or why it could not. */
export function Loaded<Data>({ query: { data, error, refetch }, failed, label, fields, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState title={failed} detail={explain(error)} retry={() => void refetch()} />
  return <FieldsSkeleton label={label} fields={fields} />
}

/** What a form begins with: read when it opens, and not again while somebody types. */
export const useOpened = <Data,>(queryKey: QueryKey, queryFn: () => Promise<Data>) =>
  useQuery({ queryKey, queryFn, gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
