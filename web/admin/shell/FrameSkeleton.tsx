import { PageSkeleton } from "../../backoffice/staff-ui/PageSkeleton.tsx"
import { Skeleton } from "../../platform/ui/states.tsx"
import { frameColumns } from "./Frame.tsx"

/** The frame of the panel before it is known who opens it, and which tabs they may use. */
export function FrameSkeleton({ label }: { label?: string }) {
  return (
    <div className="wrap pb-12">
      <div className={frameColumns(false)}>
        <div aria-hidden className="needs-js max-md:hidden">
          <div className="flex flex-col gap-0.5 py-6">
            {Array.from({ length: 10 }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeleton links are identical
              <div key={at} className="flex min-h-11 items-center gap-3 px-3 max-xl:justify-center">
                <Skeleton className="size-[18px] shrink-0" />
                <Skeleton className="h-4 w-24 max-xl:hidden" />
              </div>
            ))}
          </div>
        </div>
        <PageSkeleton label={label} />
      </div>
    </div>
  )
}
