import { Loading, Skeleton } from "../../platform/ui/states.tsx"

/** Shown before it is known who opens the page. */
export function DeskSkeleton() {
  return (
    <Loading className="wrap py-4">
      <Skeleton className="h-9 w-56" />
      <div className="mt-4 grid border-line border-t md:grid-cols-[minmax(17rem,20rem)_minmax(0,1fr)]">
        <div className="border-line md:border-e md:pe-3">
          <Skeleton className="my-3 h-11" />
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <div key={row} className="flex gap-3 border-line border-b py-3">
              <Skeleton className="h-14 w-11 shrink-0" />
              <div className="grid flex-1 content-center gap-2">
                <Skeleton className="h-4 w-24" />
                <Skeleton className="h-4 w-40" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
