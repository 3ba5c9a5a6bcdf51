import { BrandForm, brandTexts, unreadable } from "#contract/brand.ts"
import { t } from "#contract/t.ts"
import type { z } from "../../platform/ui/zod.ts"

/** The form checks what the server checks, and names the nearest colour that can be read. */
export const brandForm = BrandForm.superRefine((form, context) => {
  for (const { name, suggestion } of unreadable(form)) {
    context.addIssue({ code: "custom", path: [name], message: brandTexts.unreadable(suggestion) })
  }
})
export type BrandInput = z.input<typeof BrandForm>

export const labels: Record<keyof BrandForm, string> = {
  canvas: t`Canvas`,
  ink: t`Ink`,
  accent: t`Accent`,
  highlight: t`Highlight`,
  corners: t`Corners`,
  faces: t`Typefaces`,
  logo: t`Logo`,
  logo_dark: t`Logo for the dark theme`,
  icon: t`Icon`,
}
