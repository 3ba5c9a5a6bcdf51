import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { Controller, type UseFormReturn, useWatch } from "react-hook-form"
import { maxVideoTags, maxVideoTitleLength } from "#contract/adminLimits.ts"
import { maxVideoCategoryLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { SelectField, TextArea, TextField } from "../../platform/ui/Field.tsx"
import type { VideoInput, VideoValues } from "./form.ts"

/** The newest hundred models, or those that match the search. */
export function useModels(q = "") {
  return useQuery({
    queryKey: ["admin", "video-models", q],
    queryFn: ({ signal }) => call("GET /dolls", { query: { all: "1", limit: 100, q: q || undefined }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

interface FieldsProps {
  form: UseFormReturn<VideoValues, unknown, VideoInput>
  disabled?: boolean
  /** The current model, which the results may not contain. A null id means that it was deleted. */
  held?: { id: number | null; name: string }
}

export function Fields({ form, disabled = false, held }: FieldsProps) {
  const { errors } = form.formState
  const [text, setText] = useState("")
  const models = useModels(useDeferredValue(text.trim()))
  const known = models.data ?? []
  const hasLeft = held?.id === null
  const chosen = useWatch({ control: form.control, name: "doll_id" })
  // The selected model stays in the list.
  const [names, setNames] = useState<Record<string, string>>(held?.id ? { [held.id]: held.name } : {})
  const isMissing = chosen !== "" && names[chosen] !== undefined && !known.some(({ id }) => String(id) === chosen)
  return (
    <fieldset disabled={disabled} className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t`Title`}
        required
        maxLength={maxVideoTitleLength}
        className="sm:col-span-2"
        error={errors.title?.message}
        {...form.register("title")}
      />
      <TextArea
        label={t`Description`}
        required
        rows={4}
        className="sm:col-span-2"
        error={errors.description?.message}
        {...form.register("description")}
      />
      <TextField
        label={t`Search by name`}
        type="search"
        hint={t`Filters the list of models.`}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <SelectField
        label={t`Model`}
        required={!hasLeft}
        error={errors.doll_id?.message}
        hint={
          models.isError
            ? t`Failed to load models.`
            : models.data && known.length === 0
              ? t`No models match.`
              : undefined
        }
        // The select is controlled, because an uncontrolled one falls back to its first option when the list changes.
        value={chosen}
        {...form.register("doll_id", {
          onChange: (event) => {
            const model = known.find(({ id }) => String(id) === event.target.value)
            if (model) setNames({ ...names, [model.id]: model.name })
          },
        })}
      >
        <option value="">
          {hasLeft ? t`${held.name} (no longer in the shop)` : models.isPending ? t`Loading…` : t`Choose a model`}
        </option>
        {isMissing && <option value={chosen}>{names[chosen]}</option>}
        {known.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Category`}
        maxLength={maxVideoCategoryLength}
        hint={t`For example, turn, lamp or near.`}
        error={errors.category?.message}
        {...form.register("category")}
      />
      <TextField
        label={t`Tags`}
        hint={t`Separate tags with commas, up to ${maxVideoTags}.`}
        error={errors.tags?.message}
        {...form.register("tags")}
      />
      <TextField
        label={t`Release date`}
        type="date"
        hint={t`Only admins can see it before this date.`}
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
            {t`Feature this video`}
          </label>
        )}
      />
    </fieldset>
  )
}
