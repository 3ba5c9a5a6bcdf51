import { maxVideo } from "./limits.ts"
/** Texts of the video pages. */
export const videoTexts = {
  loadFailed: "Failed to load videos",
  featuredFailed: "Failed to load featured videos",
  oneFailed: "Failed to load video",
  playFailed: "Unable to play video. Please try again.",
  notAllowed: "You don't have permission to watch videos",
  upgrade: "Upgrade Membership",
  notFoundTitle: "Video Not Found",
  notFound: "Video not found",
  back: "Back to Videos",
  likeFailed: "Failed to save your like",
} as const

/** Texts of the video administration. */
export const videoAdminTexts = {
  fetchFailed: "Failed to fetch videos",
  deleteFailed: "Failed to delete video",
  uploadFailed: "Failed to upload video",
  cancelled: "The upload was cancelled due to an error",
  notAVideo: "Please select a video file",
  hevc: "Not every browser plays HEVC. Please convert the video to MP4 with H.264 and AAC. An iPhone records it with the setting Camera, Formats, Most Compatible.",
  unplayable: (format: string) => `Browsers can't play ${format}. Please convert the video to MP4 with H.264 and AAC.`,
  tooLargeTitle: "Video too large",
  tooLarge: `Videos must be less than ${maxVideo}MB.`,
  titleRequired: "Please enter a title.",
  descriptionRequired: "Please enter a description.",
  modelRequired: "Please choose a model.",
  unknownModel: "We couldn't find this model.",
  notCaptions: "Captions must start with “WEBVTT”.",
  notWaiting: "This video is not waiting for approval.",
  approvedByAnother: "Another admin has to approve this video.",
  notAnImage: "Please select an image file for the thumbnail",
  thumbnailMissing: "Thumbnail upload endpoint not found",
  thumbnailTooLarge: "Thumbnail file too large",
  thumbnailFailed: "Failed to upload thumbnail",
  thumbnailUnable: "Unable to upload thumbnail. Please check if the thumbnail upload endpoint is available.",
} as const
