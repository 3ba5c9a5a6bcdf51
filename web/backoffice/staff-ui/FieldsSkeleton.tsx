import { Loading, Skeleton } from "../../platform/ui/states.tsx"

export function FieldsSkeleton({ label, fields = 5 }: { label?: string; fields?: number }) {
  return (
    <Loading label={label}>
      <div className="grid max-w-2xl gap-6">
        {Array.from({ length: fields }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton fields are identical
          <div key={at}>
            <Skeleton className="mb-2 h-4 w-24" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
