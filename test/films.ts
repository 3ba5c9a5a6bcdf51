import { readFile } from "node:fs/promises"
import { join } from "node:path"

/** Two seconds of 160 × 90 in every container, as small as they get. */
export const films = (name: string) => join(import.meta.dirname, "films", name)
export const readFilm = (name = "whole.mp4") => readFile(films(name))
