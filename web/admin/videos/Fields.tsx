import { useQuery } from "@tanstack/react-query"
import { Controller, type UseFormReturn } from "react-hook-form"
import type { Doll } from "#contract/catalog.ts"
import { call } from "../../api/client.ts"
import { SelectField, TextArea, TextField } from "../../ui/Field.tsx"
import type { VideoInput, VideoValues } from "./form.ts"

/** The picker holds the newest hundred. */
export function useModels() {
  return useQuery({
    queryKey: ["admin", "video-models"],
    queryFn: ({ signal }) => call<Doll[]>("GET /dolls?all=1&skip=0&limit=100", { signal }),
    staleTime: 60_000,
  })
}

interface FieldsProps {
  form: UseFormReturn<VideoValues, unknown, VideoInput>
  disabled?: boolean
  /** The model it has, should that not be among the newest hundred; without an id it has left the shop, and may stay. */
  held?: { id: number | null; name: string }
}

export function Fields({ form, disabled = false, held }: FieldsProps) {
  const { errors } = form.formState
  const models = useModels()
  const known = models.data ?? []
  const hasLeft = held?.id === null
  const isMissing = held && !hasLeft && !known.some(({ id }) => id === held.id)
  return (
    <fieldset disabled={disabled} className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Title"
        required
        maxLength={150}
        className="sm:col-span-2"
        error={errors.title?.message}
        {...form.register("title")}
      />
      <TextArea
        label="Description"
        required
        rows={4}
        className="sm:col-span-2"
        error={errors.description?.message}
        {...form.register("description")}
      />
      <SelectField
        label="Model"
        required={!hasLeft}
        error={errors.doll_id?.message}
        hint={models.isError ? "The models could not be loaded." : undefined}
        {...form.register("doll_id")}
      >
        <option value="">
          {hasLeft ? `${held.name} (left the shop)` : models.isPending ? "Loading…" : "Choose a model"}
        </option>
        {isMissing && <option value={held.id!}>{held.name}</option>}
        {known.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Category"
        maxLength={40}
        hint="Such as turn, lamp or near."
        error={errors.category?.message}
        {...form.register("category")}
      />
      <TextField
        label="Tags"
        hint="With commas between them, at most 10."
        error={errors.tags?.message}
        {...form.register("tags")}
      />
      <TextField
        label="Release date"
        type="date"
        hint="Before this day only you see it."
        error={errors.release_date?.message}
        {...form.register("release_date")}
      />
      <Controller
        name="is_featured"
        control={form.control}
        render={({ field }) => (
          <label className="flex min-h-11 items-center gap-3 text-ui">
            <input
              type="checkbox"
              ref={field.ref}
              name={field.name}
              checked={field.value}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(event.target.checked)}
            />
            Show it in the featured strip
          </label>
        )}
      />
    </fieldset>
  )
}
