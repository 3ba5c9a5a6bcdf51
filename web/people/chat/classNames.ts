/** Shared by delivered and pending bubbles. */
const any = "bubble max-w-[min(34rem,78vw)] min-w-0 whitespace-pre-wrap wrap-anywhere"
export const bubble = `${any} px-4 py-2.5`
/** A bubble filled by a picture, with an even border. */
export const pictureBubble = `${any} p-1.5`
export const meta = "mt-1 text-badge tabular"
/** The list of conversations has the same width on every page. */
export const chatColumns =
  "wrap grid h-full grid-cols-1 grid-rows-1 max-md:px-0 md:grid-cols-[minmax(17rem,20rem)_minmax(0,1fr)]"
/** Frames a chat page: pushes the footer below the screen, and hides it while a conversation is open. */
export const chatFrame = "chat-frame"
