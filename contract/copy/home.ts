import { t } from "../t.ts"
import { modelTexts } from "../texts.ts"
import type { Piece } from "./piece.ts"

export const homeCopy = {
  home_title: { label: t`Heading`, text: t`Made once,\nkept for good`, max: 80, hasLines: true },
  home_lead: {
    label: t`Text below the heading`,
    text: t`Collectible models in porcelain, celadon and bronze, made by hand and shipped free.`,
    max: 240,
  },
  home_see: { label: t`First button`, text: t`See the collection`, max: 40 },
  home_memberships: { label: t`Second button`, text: t`See memberships`, max: 40 },
  home_why: { label: t`Heading of the features`, text: t`Why collect with us`, max: 80 },
  home_feature_1: { label: t`First feature`, text: t`Premium Visual Experience`, max: 80, isFixed: true },
  home_feature_1_text: {
    label: t`Text of the first feature`,
    text: t`Every model from all sides in the same light, close enough to follow the glaze and the seam.`,
    max: 240,
  },
  home_feature_2: { label: t`Second feature`, text: t`Exclusive Member Access`, max: 80, isFixed: true },
  home_feature_2_text: {
    label: t`Text of the second feature`,
    text: t`Members chat with the people who look after each model, and VIP members get exclusive videos.`,
    max: 240,
  },
  home_feature_3: { label: t`Third feature`, text: t`Real Interaction Real Connection`, max: 80, isFixed: true },
  home_feature_3_text: {
    label: t`Text of the third feature`,
    text: t`A real person answers, never a script. Each model has her own moderator, who knows her well.`,
    max: 240,
  },
  home_featured: { label: t`Heading of the featured models`, text: t`Featured Models`, max: 80, isFixed: true },
  home_none: { label: t`No featured models`, text: modelTexts.noneFeatured, max: 160, isFixed: true },
  home_voices: { label: t`Heading of the reviews`, text: t`What collectors say`, max: 80 },
  home_calling: { label: t`Call to action`, text: t`Come in and look around`, max: 80 },
  home_calling_out: {
    label: t`Text for visitors`,
    text: t`An account keeps your cart, favorites and orders together.`,
    max: 240,
  },
  home_calling_in: {
    label: t`Text for members`,
    text: t`New models arrive every month, and few are ever made twice.`,
    max: 240,
  },
  home_sign_up: { label: t`Button for visitors`, text: t`Sign Up Now`, max: 40, isFixed: true },
  home_upgrade: { label: t`Button for members`, text: t`Upgrade to VIP`, max: 40, isFixed: true },
  home_browse: { label: t`Button for everyone`, text: t`Browse Collection`, max: 40, isFixed: true },
  home_tab: { label: t`Title of the browser tab`, text: t`Made once, kept for good`, max: 80 },
  home_description: {
    label: t`Description for search engines`,
    text: t`Collectible models in porcelain, celadon and bronze, made by hand and shipped free. For adults only.`,
    max: 300,
  },
} satisfies Record<string, Piece>
