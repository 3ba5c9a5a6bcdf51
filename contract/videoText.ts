/** What the film room and its pages say. */
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
  likeFailed: "Your like could not be saved",
} as const

/** What the desk of the videos says. */
export const videoDeskTexts = {
  fetchFailed: "Failed to fetch videos",
  deleteFailed: "Failed to delete video",
  uploadFailed: "Failed to upload video",
  cancelled: "The upload was cancelled due to an error",
  notAVideo: "Please select a video file",
  tooLargeTitle: "Video too large",
  tooLarge: "Videos must be less than 300MB.",
  titleRequired: "Please enter a title.",
  descriptionRequired: "Please enter a description.",
  modelRequired: "Please choose a model.",
  unknownModel: "This model is not in the shop.",
  notCaptions: "Captions begin with the word WEBVTT.",
  notAnImage: "Please select an image file for the thumbnail",
  thumbnailMissing: "Thumbnail upload endpoint not found",
  thumbnailTooLarge: "Thumbnail file too large",
  thumbnailFailed: "Failed to upload thumbnail",
  thumbnailUnable: "Unable to upload thumbnail. Please check if the thumbnail upload endpoint is available.",
} as const

/** Bytes of one video, and of its thumbnail. */
export const mostVideoBytes = 300 * 1024 * 1024
export const mostThumbnailBytes = 20 * 1024 * 1024
