import { Loading, Skeleton } from "../../platform/ui/states.tsx"

export function PageSkeleton({ label, rows = 8 }: { label?: string; rows?: number }) {
  return (
    <Loading label={label} className="min-w-0 py-6">
      <Skeleton className="h-9 w-40" />
      <Skeleton className="mt-6 h-11 w-full max-w-xl" />
      <div className="mt-4 border-line border-t">
        {Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical
          <div key={at} className="flex h-14 items-center gap-6 border-line border-b">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-5 w-24" />
            <Skeleton className="ms-auto h-5 w-16" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
