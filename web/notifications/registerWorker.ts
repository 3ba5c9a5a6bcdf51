import { inLanguage } from "../language.ts"

/** One worker for the whole shop, with its offline page in the language of the page that was loaded last. */
export const registerWorker = () => navigator.serviceWorker?.register(inLanguage("/sw.js"), { scope: "/" })
