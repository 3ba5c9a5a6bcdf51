/** The panel's own sentences, and those of the specification that only it says. No zod here: pages import this file directly. */
export const panelTexts = {
  uploadAlert: "Upload failed",
  deleteAlert: "Failed to delete",
  slideFailed: "The slide could not be changed",
  settingsSaved: "Settings saved.",
  settingsFailed: "The settings could not be saved",
  letterFailed: "The letter could not be marked",
  lettersMarked: (count: number) => (count === 1 ? "1 letter was marked." : `${count} letters were marked.`),
  verifyFailed: "The seals could not be checked",
} as const

export const flaggedTexts = {
  approved: "Approved. It stays shown.",
  deleted: "Deleted.",
  notified: "The moderator was asked to look at it.",
  actionFailed: "That could not be done",
} as const

export const moneyTexts = {
  asked: "The provider was asked again.",
  askFailed: "The provider could not be asked",
  found: "The payment was found.",
  idRequired: "Please enter the provider's payment id.",
  reviewFailed: "The payment could not be changed",
  moved: "The order was changed.",
  moveFailed: "The order could not be changed",
} as const

/** The five states of a payment, and what any other one reads. */
export const paymentStateTexts: Record<string, string> = {
  completed: "Completed",
  pending: "Pending",
  processing: "Processing",
  failed: "Failed",
  partially_paid: "Partially paid",
  refunded: "Refunded",
}
export const unknownState = "Unknown"

/** Entering and changing a model, and its pictures. */
export const modelDeskTexts = {
  createFailed: "Failed to create model",
  created: "Model created successfully",
  imageFailed: "Failed to upload image",
  imagesFailed: "Failed to upload images",
  additionalFailed: "Failed to upload additional images",
  partlyUploaded: "Primary image uploaded, but there was an issue with additional images",
  deleteFailed: "Failed to delete model",
  saveFailed: "Failed to save model details",
  updated: "Model updated successfully!",
  updateFailed: "Failed to update model",
  missingTitle: "Missing required fields",
  missing: "Please fill in all required fields.",
  imageTooLargeTitle: "Image too large",
  imageTooLarge: "Images must be less than 20MB.",
  notAnImage: "Please upload an image file",
} as const
