import { useState } from "react"
import {
  type Brand,
  type BrandForm,
  type ColorName,
  type Colors,
  colorNames,
  defaultColors,
  faceNames,
  facePairs,
  isHex,
  type PictureName,
  pictureNames,
  unreadable,
} from "#contract/brand.ts"
import { t } from "#contract/t.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { upload } from "../../platform/api/upload.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { SelectField } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { type Difference, EditConflict } from "../parts/EditConflict.tsx"
import { SaveBar } from "../parts/SaveBar.tsx"
import { Head } from "../shell/Head.tsx"
import { applyLook } from "./applyLook.ts"
import { ColorField } from "./ColorField.tsx"
import { type BrandInput, brandForm, labels } from "./form.ts"
import { PictureField } from "./PictureField.tsx"
import { Preview } from "./Preview.tsx"

const read = () => call("GET /admin/brand")

export function BrandTab() {
  const query = useOpened(["admin", "brand"], read)
  return (
    <Loaded query={query} label={t`Loading the brand`}>
      {(brand) => <BrandEditor opened={brand} />}
    </Loaded>
  )
}

const hints: Record<ColorName, string> = {
  canvas: t`The background of every page. If it's dark, your colors are those of the dark theme.`,
  ink: t`Text. The background of the dark theme takes its hue.`,
  accent: t`Buttons, links and counts.`,
  highlight: t`In-stock labels and the visitor's own messages.`,
}

type Chosen = Partial<Record<PictureName, { file: File; url: string }>>

/** If another admin has published meanwhile, the form shows the conflict and keeps its input. */
function BrandEditor({ opened }: { opened: Brand }) {
  const [brand, setBrand] = useState(opened)
  const [theirs, setTheirs] = useState<Brand>()
  const [chosen, setChosen] = useState<Chosen>({})
  const [asks, setAsks] = useState(false)
  const form = useZodForm<BrandInput, BrandForm>(brandForm, typedOf(opened))
  const typed = form.watch()
  const colors = colorsOf(brand)
  for (const name of colorNames) if (isHex(typed[name])) colors[name] = typed[name]
  const faults = unreadable(colors)
  const { errors, isSubmitting, isDirty } = form.formState
  const hasChanged = isDirty || Object.keys(chosen).length > 0

  const taken = (now: Brand) => {
    setBrand(now)
    setTheirs(undefined)
    setChosen({})
    form.reset(typedOf(now))
    applyLook(now)
  }
  const headers = { "if-match": `"v${brand.version}"` }
  const orTheirs = async (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 412)) throw error
    setTheirs(await read())
  }
  const { submit, failure } = useSending(form, async (values) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(values)) body.append(name, value)
    for (const [name, { file }] of Object.entries(chosen)) body.append(name, file)
    try {
      taken(await upload("PUT /admin/brand", body, { headers, progress: () => undefined }))
      toast(t`Your brand is published.`, { kind: "success" })
    } catch (error) {
      await orTheirs(error)
    }
  })
  const reset = async () => {
    try {
      taken(await call("DELETE /admin/brand", { headers }))
      toast(t`The default brand is back.`, { kind: "success" })
    } catch (error) {
      await orTheirs(error).catch((other) => toast(explain(other), { kind: "error" }))
    }
  }
  const goOn = (take: (keyof BrandInput)[]) => {
    for (const name of take) form.setValue(name, typedOf(theirs!)[name], { shouldDirty: true })
    setBrand(theirs!)
    setTheirs(undefined)
  }
  const choose = (name: PictureName, file: File) => {
    form.clearErrors(name)
    form.setValue(name, "keep", { shouldDirty: true })
    setChosen({ ...chosen, [name]: { file, url: URL.createObjectURL(file) } })
  }
  const remove = (name: PictureName) => {
    const { [name]: _, ...rest } = chosen
    setChosen(rest)
    form.clearErrors(name)
    form.setValue(name, published(brand)[name] ? "none" : "keep", { shouldDirty: true })
  }
  const shown = (name: PictureName) => chosen[name]?.url ?? (typed[name] === "none" ? null : published(brand)[name])

  return (
    <>
      <Head title={t`Brand`} note={t`Visitors see your changes once you publish them.`}>
        <Button variant="outline" onClick={() => setAsks(true)} disabled={brand.updated_at === null}>
          {t`Back to default`}
        </Button>
      </Head>
      <form onSubmit={submit} noValidate>
        <UnsavedChanges isDirty={() => hasChanged && !isSubmitting} className="mb-6" />
        {failure && (
          <Alert kind="danger" title={t`The brand wasn't published`} className="mb-6">
            {failure}
          </Alert>
        )}
        {theirs && (
          <div className="mb-6">
            <EditConflict
              title={t`Another admin has changed the brand.`}
              differences={differencesOf(brand, theirs, typed)}
              onGoOn={goOn}
            />
          </div>
        )}
        <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:gap-12">
          <div className="grid gap-8">
            <fieldset className="grid gap-5">
              <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Colors`}</legend>
              <div className="grid gap-5 sm:grid-cols-2">
                {colorNames.map((name) => (
                  <ColorField
                    key={name}
                    name={name}
                    hint={hints[name]}
                    form={form}
                    fault={isHex(typed[name]) ? faults.find((one) => one.name === name) : undefined}
                  />
                ))}
              </div>
            </fieldset>
            <fieldset className="grid gap-5">
              <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Typefaces and corners`}</legend>
              <div className="grid items-start gap-5 sm:grid-cols-2">
                <SelectField
                  label={labels.faces}
                  hint={t`For headings, and for all other texts.`}
                  {...form.register("faces")}
                >
                  {faceNames.map((name) => (
                    <option key={name} value={name}>
                      {facePairs[name].join(" · ")}
                    </option>
                  ))}
                </SelectField>
                <SelectField label={labels.corners} {...form.register("corners")}>
                  <option value="sharp">{t({ context: "corners", message: "Sharp" })}</option>
                  <option value="soft">{t({ context: "corners", message: "Soft" })}</option>
                </SelectField>
              </div>
            </fieldset>
            <fieldset className="grid gap-5">
              <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Pictures`}</legend>
              <div className="grid items-start gap-5 sm:grid-cols-2">
                {pictureNames.map((name) => (
                  <PictureField
                    key={name}
                    label={labels[name]}
                    hint={
                      name === "icon"
                        ? t`Square, at least 512 × 512 pixels. Browser and app icons are made from it.`
                        : name === "logo"
                          ? t`SVG or PNG. Without one, the shop's name is shown.`
                          : t`SVG or PNG. Without one, both themes show the same logo.`
                    }
                    accept={name === "icon" ? "image/*" : ".svg,.png,image/svg+xml,image/png"}
                    shown={shown(name)}
                    isDark={name === "logo_dark"}
                    onFile={(file) => choose(name, file)}
                    onRemove={() => remove(name)}
                    error={errors[name]?.message}
                  />
                ))}
              </div>
            </fieldset>
            {brand.updated_at && (
              <p className="text-ink-3 text-meta">
                {t`Last changed on ${dateTimeOf(brand.updated_at)}${brand.updated_by ? t` by ${brand.updated_by}` : ""}.`}
              </p>
            )}
          </div>
          <section aria-label={t`Preview`} className="xl:sticky xl:top-4">
            <Preview
              colors={colors}
              corners={typed.corners}
              faces={typed.faces}
              logo={shown("logo")}
              logoDark={shown("logo_dark")}
            />
          </section>
        </div>
        <SaveBar busy={isSubmitting} isDirty={hasChanged}>{t`Publish`}</SaveBar>
      </form>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={t`Back to default?`}
        action={t`Back to default`}
        onConfirm={reset}
      >
        {t`Your colors, typefaces, corners and pictures are removed from the shop right away.`}
      </Confirm>
    </>
  )
}

function colorsOf({ colors }: { colors: Colors | null }): Colors {
  const { canvas, ink, accent, highlight } = colors ?? defaultColors
  return { canvas, ink, accent, highlight }
}

const typedOf = (brand: Brand): BrandInput => ({
  ...colorsOf(brand),
  corners: brand.corners,
  faces: brand.faces,
  logo: "keep",
  logo_dark: "keep",
  icon: "keep",
})

const published = ({ logo, logo_dark, icons }: Brand): Record<PictureName, string | null> => ({
  logo: logo?.url ?? null,
  logo_dark: logo_dark?.url ?? null,
  icon: icons && `${icons}/icon-192.png`,
})

function differencesOf(before: Brand, theirs: Brand, mine: BrandInput): Difference<keyof BrandInput>[] {
  const values = (brand: Brand): Record<keyof BrandInput, string> => ({
    ...typedOf(brand),
    logo: published(brand).logo ?? "none",
    logo_dark: published(brand).logo_dark ?? "none",
    icon: published(brand).icon ?? "none",
  })
  const [was, now] = [values(before), values(theirs)]
  return (Object.keys(labels) as (keyof BrandInput)[])
    .filter((name) => was[name] !== now[name])
    .map((name) => {
      const isPicture = (pictureNames as readonly string[]).includes(name)
      const isMine = !isPicture && mine[name] !== was[name] && mine[name] !== now[name]
      return {
        name,
        label: labels[name],
        now: isPicture ? (now[name] === "none" ? t`none` : t`another picture`) : now[name],
        ...(isMine && { mine: mine[name] }),
      }
    })
}
