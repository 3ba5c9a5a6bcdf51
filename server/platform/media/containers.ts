import { type FileHandle, open } from "node:fs/promises"
import { videoAdminTexts } from "#contract/videoText.ts"
import { Refusal } from "../refusal.ts"

/** The data in the headers of a video file. The duration is null if it is unknown. */
export interface Container {
  kind: "mp4" | "webm"
  /** In seconds. */
  duration: number | null
  width: number
  height: number
}

/** The elements that are read before a file counts as broken: enough for hours of video, but no endless file. */
const maxElements = 2_000_000

/** The formats that the current versions of Chrome, Firefox and Safari play, by their names in the containers. */
const playable = {
  mp4: { pictures: new Set(["avc1", "avc3", "vp09", "av01"]), sound: new Set(["mp4a", ".mp3", "Opus", "fLaC"]) },
  webm: { pictures: new Set(["V_VP8", "V_VP9", "V_AV1"]), sound: new Set(["A_OPUS", "A_VORBIS"]) },
}
/** The profiles of H.264 with 8 bits and 4:2:0: Baseline, Main, Extended and High. */
const playableProfiles = new Set([66, 77, 88, 100])
/** The common names of formats, by their names in the containers. */
const known: Record<string, string> = {
  hvc1: "HEVC",
  hev1: "HEVC",
  dvh1: "HEVC",
  dvhe: "HEVC",
  "V_MPEGH/ISO/HEVC": "HEVC",
  mp4v: "MPEG-4 Part 2",
  s263: "H.263",
  "ac-3": "AC-3",
  "ec-3": "E-AC-3",
  alac: "ALAC",
  lpcm: "PCM",
  sowt: "PCM",
  twos: "PCM",
  in24: "PCM",
  apcn: "ProRes",
  apch: "ProRes",
  apcs: "ProRes",
  apco: "ProRes",
  ap4h: "ProRes",
  ap4x: "ProRes",
}

function assertPlayable(kind: Container["kind"], pictures: string, sounds: string[]): void {
  const { [kind]: plays } = playable
  if (!plays.pictures.has(pictures)) throw unplayable(known[pictures] ?? pictures)
  // Browsers choose a sound track that they can play.
  if (sounds.length > 0 && !sounds.some((sound) => plays.sound.has(sound)))
    throw unplayable(known[sounds[0]!] ?? sounds[0]!)
}

const unplayable = (name: string) =>
  new Refusal(
    "UNSUPPORTED_MEDIA",
    name === "HEVC" ? videoAdminTexts.hevc : videoAdminTexts.unplayable(name.replace(/[^\w .:/-]/g, "?")),
  )

/**
 * Reads the headers of an MP4, QuickTime or WebM file, without its frames. Returns null when it is none of these, has
 * no video track, or breaks off before describing one; throws a Refusal when browsers do not play it. Only a few
 * kilobytes are in memory at a time.
 */
export async function readContainer(path: string): Promise<Container | null> {
  const file = await open(path)
  try {
    const bytes = await windowOn(file)
    const start = await bytes.at(0, 12)
    if (!start) return null
    if (start.toString("latin1", 4, 8) === "ftyp") return await readMp4(bytes)
    if (start.readUInt32BE(0) === 0x1a45dfa3) return await readWebm(bytes)
    if (start.toString("latin1", 0, 4) === "OggS") throw unplayable("Ogg")
    return null
  } finally {
    await file.close()
  }
}

interface Bytes {
  size: number
  /** Returns `length` bytes at `position`; null when the file ends before. */
  at(position: number, length: number): Promise<Buffer | null>
}

/** Buffers the file: small reads close to each other cost one read. */
async function windowOn(file: FileHandle): Promise<Bytes> {
  const { size } = await file.stat()
  const window = Buffer.alloc(64 * 1024)
  let from = 0
  let held = 0
  return {
    size,
    at: async (position, length) => {
      if (position < 0 || position + length > size) return null
      if (position < from || position + length > from + held) {
        from = position
        held = (await file.read(window, 0, window.length, position)).bytesRead
        if (held < length) return null
      }
      return window.subarray(position - from, position - from + length)
    },
  }
}

interface Span {
  name: string
  from: number
  to: number
}

/** Iterates over the boxes within a span, in order. */
async function* boxes(bytes: Bytes, from: number, to: number): AsyncGenerator<Span> {
  for (let at = from, count = 0; at + 8 <= to && count < maxElements; count++) {
    const head = await bytes.at(at, 8)
    if (!head) return
    const short = head.readUInt32BE(0)
    const name = head.toString("latin1", 4, 8)
    let length = short
    let header = 8
    if (short === 1) {
      const long = await bytes.at(at + 8, 8)
      if (!long) return
      length = Number(long.readBigUInt64BE(0))
      header = 16
    } else if (short === 0) length = to - at
    if (length < header) return
    yield { name, from: at + header, to: Math.min(at + length, to) }
    at += length
  }
}

async function readMp4(bytes: Bytes): Promise<Container | null> {
  let duration: number | null = null
  let shown: Track | null = null
  const sounds: string[] = []
  let pictures = false
  for await (const top of boxes(bytes, 0, bytes.size)) {
    // A file without frames is incomplete.
    if (top.name === "mdat" && top.to > top.from) pictures = true
    if (top.name !== "moov") continue
    let scale = 0
    for await (const part of boxes(bytes, top.from, top.to)) {
      if (part.name === "mvhd") {
        const said = await readTimes(bytes, part)
        scale = said?.scale ?? 0
        duration = said?.duration ?? duration
      }
      if (part.name === "mvex") duration ??= await fragmentsDuration(bytes, part, scale)
      if (part.name !== "trak") continue
      const track = await readTrack(bytes, part)
      if (track?.type === "soun" && sounds.length < maxTracks) sounds.push(track.codec)
      if (track?.type === "vide") shown ??= track
    }
  }
  if (!shown || !pictures) return null
  const { codec, width, height } = shown
  assertPlayable("mp4", codec, sounds)
  return { kind: "mp4", duration, width, height }
}

async function readTimes(bytes: Bytes, { from }: Span): Promise<{ scale: number; duration: number | null } | null> {
  const body = await bytes.at(from, 32)
  if (!body) return null
  const isLong = body[0] === 1
  const scale = body.readUInt32BE(isLong ? 20 : 12)
  const units = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16)
  const unknown = units === 0 || units === 0xffffffff
  return { scale, duration: scale > 0 && !unknown ? sane(units / scale) : null }
}

/** Returns the duration of a fragmented MP4, which is in a separate box, or missing. */
async function fragmentsDuration(bytes: Bytes, box: Span, scale: number): Promise<number | null> {
  for await (const part of boxes(bytes, box.from, box.to)) {
    if (part.name !== "mehd" || scale === 0) continue
    const body = await bytes.at(part.from, 12)
    if (body) return sane((body[0] === 1 ? Number(body.readBigUInt64BE(4)) : body.readUInt32BE(4)) / scale)
  }
  return null
}

const maxTracks = 100

interface Track {
  /** `vide` for pictures, `soun` for sound. */
  type: string
  codec: string
  width: number
  height: number
}

/** Returns null for pictures without a size, and for tracks without a description. */
async function readTrack(bytes: Bytes, track: Span): Promise<Track | null> {
  let size = { width: 0, height: 0 }
  let type: string | undefined
  let codec: string | null = null
  for await (const part of boxes(bytes, track.from, track.to)) {
    if (part.name === "tkhd") size = (await readTrackSize(bytes, part)) ?? size
    if (part.name !== "mdia") continue
    for await (const inner of boxes(bytes, part.from, part.to)) {
      if (inner.name === "hdlr") type = (await bytes.at(inner.from + 8, 4))?.toString("latin1")
      if (inner.name === "minf") codec ??= await readCodec(bytes, inner)
    }
  }
  if (!type || !codec || (type === "vide" && (size.width === 0 || size.height === 0))) return null
  return { type, codec, ...size }
}

/** Returns the name of the first sample description; for H.264 that browsers do not play, with its profile. */
async function readCodec(bytes: Bytes, minf: Span): Promise<string | null> {
  const table = await child(bytes, minf, "stbl")
  const descriptions = table && (await child(bytes, table, "stsd"))
  if (!descriptions) return null
  for await (const entry of boxes(bytes, descriptions.from + 8, descriptions.to)) {
    if (entry.name !== "avc1" && entry.name !== "avc3") return entry.name
    const settings = await child(bytes, { ...entry, from: entry.from + 78 }, "avcC")
    const profile = settings && (await bytes.at(settings.from, 2))?.[1]
    if (!profile) return null
    return playableProfiles.has(profile) ? entry.name : `H.264 profile ${profile}`
  }
  return null
}

async function child(bytes: Bytes, { from, to }: Span, name: string): Promise<Span | null> {
  for await (const part of boxes(bytes, from, to)) if (part.name === name) return part
  return null
}

async function readTrackSize(bytes: Bytes, { from }: Span): Promise<{ width: number; height: number } | null> {
  const version = (await bytes.at(from, 1))?.[0]
  const body = await bytes.at(from + (version === 1 ? 52 : 40), 44)
  if (!body) return null
  const [a, width, height] = [body.readInt32BE(0), body.readUInt32BE(36) >>> 16, body.readUInt32BE(40) >>> 16]
  // The video was recorded upright, and is shown rotated by 90 degrees.
  return a === 0 ? { width: height, height: width } : { width, height }
}

const ebml = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  time: 0xe7,
  simpleBlock: 0xa3,
  group: 0xa0,
  block: 0xa1,
}
/** The elements to descend into; all others are read or skipped. */
const opened = new Set([ebml.segment, ebml.info, ebml.tracks, ebml.track, ebml.video, ebml.cluster, ebml.group])

/** Uses the time of the last frame for a live recording, whose header has no duration. */
async function readWebm(bytes: Bytes): Promise<Container | null> {
  const header = await element(bytes, 0)
  const name = header && (await bytes.at(0, Math.min(64, bytes.size)))
  if (!header || header.size === null || !name) return null
  if (name.includes("matroska")) throw unplayable("Matroska")
  if (!name.includes("webm")) return null
  const codecs: string[] = []
  let [scale, units, width, height, cluster, last] = [1_000_000, 0, 0, 0, 0, 0]
  let pictures = false
  for (let at = header.body + header.size, count = 0; at < bytes.size && count < maxElements; count++) {
    const found = await element(bytes, at)
    if (!found) break
    const { id, body, size } = found
    if (id === ebml.cluster) {
      pictures = true
      if (units > 0) break
    }
    if (opened.has(id)) {
      at = body
      continue
    }
    if (size === null) break
    if (id === ebml.scale) scale = await unsigned(bytes, body, size)
    else if (id === ebml.duration) units = await float(bytes, body, size)
    else if (id === ebml.codec && codecs.length < maxTracks)
      codecs.push((await bytes.at(body, Math.min(size, 32)))?.toString("latin1").replace(/\0+$/, "") ?? "")
    else if (id === ebml.width) width ||= await unsigned(bytes, body, size)
    else if (id === ebml.height) height ||= await unsigned(bytes, body, size)
    else if (id === ebml.time) cluster = await unsigned(bytes, body, size)
    else if (id === ebml.simpleBlock || id === ebml.block) {
      const block = await bytes.at(body, 4)
      // The time code follows a track number of one byte, as in any file with fewer than 127 tracks.
      if (block) last = Math.max(last, cluster + block.readInt16BE(1))
    }
    at = body + size
  }
  const shown = codecs.find((codec) => codec.startsWith("V_"))
  if (!pictures || !shown || width === 0 || height === 0) return null
  const sounds = codecs.filter((codec) => codec.startsWith("A_"))
  assertPlayable("webm", shown, sounds)
  const duration = ((units || last) * scale) / 1e9
  return { kind: "webm", duration: duration > 0 ? sane(duration) : null, width, height }
}

/** Reads the element at a position; its size is null if unknown. */
async function element(bytes: Bytes, at: number): Promise<{ id: number; body: number; size: number | null } | null> {
  const head = await bytes.at(at, Math.min(12, bytes.size - at))
  if (!head || head.length < 2) return null
  const idLength = Math.clz32(head[0]!) - 23
  if (idLength > 4 || head.length <= idLength) return null
  const id = head.readUIntBE(0, idLength)
  const first = head[idLength]!
  const sizeLength = Math.clz32(first) - 23
  if (sizeLength > 8 || head.length < idLength + sizeLength) return null
  let size = first & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (let i = 1; i < sizeLength; i++) {
    const byte = head[idLength + i]!
    isUnknown &&= byte === 0xff
    size = size * 256 + byte
  }
  return { id, body: at + idLength + sizeLength, size: isUnknown ? null : size }
}

async function unsigned(bytes: Bytes, at: number, length: number): Promise<number> {
  if (length < 1 || length > 6) return 0
  return (await bytes.at(at, length))?.readUIntBE(0, length) ?? 0
}

async function float(bytes: Bytes, at: number, length: number): Promise<number> {
  if (length !== 4 && length !== 8) return 0
  const body = await bytes.at(at, length)
  const value = body ? (length === 4 ? body.readFloatBE(0) : body.readDoubleBE(0)) : 0
  return Number.isFinite(value) && value > 0 ? value : 0
}

/** Refuses durations of more than a day, which no video of the shop has. */
function sane(seconds: number): number | null {
  return seconds > 0 && seconds <= 86_400 ? Math.round(seconds * 1000) / 1000 : null
}
