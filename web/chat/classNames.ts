/** Classes of delivered and pending bubbles. */
const any = "bubble max-w-[min(34rem,78vw)] min-w-0 whitespace-pre-wrap wrap-anywhere"
export const bubble = `${any} px-4 py-2.5`
/** A bubble filled by a picture, with an even border. */
export const pictureBubble = `${any} p-1.5`
export const meta = "mt-1 text-badge tabular"
/** Around a chat page: pushes the footer below the screen, and hides it once a conversation is open. */
export const chatFrame = "chat-frame"
