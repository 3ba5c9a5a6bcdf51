import { t } from "../t.ts"
import { modelTexts } from "../texts.ts"

export const homeCopy = {
  home_title: t`Made once,\nkept for good`,
  home_lead: t`Collectible models in porcelain, celadon and bronze, made by hand and shipped free.`,
  home_see: t`See the collection`,
  home_memberships: t`See memberships`,
  home_why: t`Why collect with us`,
  home_feature_1: t`Premium Visual Experience`,
  home_feature_1_text: t`Every model from all sides in the same light, close enough to follow the glaze and the seam.`,
  home_feature_2: t`Exclusive Member Access`,
  home_feature_2_text: t`Members chat with the people who look after each model, and VIP members get exclusive videos.`,
  home_feature_3: t`Real Interaction Real Connection`,
  home_feature_3_text: t`A real person answers, never a script. Each model has her own moderator, who knows her well.`,
  home_featured: t`Featured Models`,
  home_none: modelTexts.noneFeatured,
  home_voices: t`What collectors say`,
  home_calling: t`Come in and look around`,
  home_calling_out: t`An account keeps your cart, favorites and orders together.`,
  home_calling_in: t`New models arrive every month, and few are ever made twice.`,
  home_sign_up: t`Sign Up Now`,
  home_upgrade: t`Upgrade to VIP`,
  home_browse: t`Browse Collection`,
  home_tab: t`Made once, kept for good`,
  home_description: t`Collectible models in porcelain, celadon and bronze, made by hand and shipped free. For adults only.`,
}
