import { maxVideo } from "./limits.ts"
import { t } from "./t.ts"
/** Texts of the video pages. */
export const videoTexts = {
  loadFailed: t`Failed to load videos`,
  featuredFailed: t`Failed to load featured videos`,
  oneFailed: t`Failed to load video`,
  playFailed: t`Unable to play video. Please try again.`,
  notAllowed: t`You don't have permission to watch videos`,
  upgrade: t`Upgrade Membership`,
  notFoundTitle: t`Video Not Found`,
  notFound: t`Video not found`,
  back: t`Back to Videos`,
  likeFailed: t`Failed to save your like`,
} as const

/** Texts of the video administration. */
export const videoAdminTexts = {
  fetchFailed: t`Failed to fetch videos`,
  deleteFailed: t`Failed to delete video`,
  uploadFailed: t`Failed to upload video`,
  cancelled: t`The upload was cancelled due to an error`,
  notAVideo: t`Please select a video file`,
  hevc: t`Not every browser plays HEVC. Please convert the video to MP4 with H.264 and AAC. An iPhone records it with the setting Camera, Formats, Most Compatible.`,
  unplayable: (format: string) => t`Browsers can't play ${format}. Please convert the video to MP4 with H.264 and AAC.`,
  tooLargeTitle: t`Video too large`,
  tooLarge: t`Videos must be less than ${maxVideo}MB.`,
  titleRequired: t`Please enter a title.`,
  descriptionRequired: t`Please enter a description.`,
  modelRequired: t`Please choose a model.`,
  unknownModel: t`We couldn't find this model.`,
  notCaptions: t`Captions must start with “WEBVTT”.`,
  notWaiting: t`This video is not waiting for approval.`,
  approvedByAnother: t`Another admin has to approve this video.`,
  notAnImage: t`Please select an image file for the thumbnail`,
  thumbnailMissing: t`Thumbnail upload endpoint not found`,
  thumbnailTooLarge: t`Thumbnail file too large`,
  thumbnailFailed: t`Failed to upload thumbnail`,
  thumbnailUnable: t`Unable to upload thumbnail. Please check if the thumbnail upload endpoint is available.`,
} as const
