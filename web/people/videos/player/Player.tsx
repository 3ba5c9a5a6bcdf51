import { type ReactNode, useEffect, useRef, useState } from "react"
import { t } from "#contract/t.ts"
import { type Address, Link } from "../../../platform/router.ts"
import { cx } from "../../../platform/ui/cx.ts"
import {
  Captions,
  CircleHelp,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  SkipBack,
  SkipForward,
  Volume2,
  VolumeX,
} from "../../../platform/ui/icons.ts"
import { Caption } from "./Caption.tsx"
import { seekStep, volumeStep } from "./keys.ts"
import type { PlayerState } from "./playerState.ts"
import { clock, spokenTime } from "./times.ts"
import { type Controls, usePlayer } from "./usePlayer.ts"

interface PlayerProps {
  title: string
  src: string
  poster: string | null
  captions: string | null
  duration: number | null
  previous: Address | null
  next: Address | null
  /** The position to resume at with a new link, in seconds. */
  startAt: number
  onFail(at: number): void
  onFirstPlay(): void
  onHelp(): void
}

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** Our own controls over a native `<video>`. */
export function Player({
  title,
  src,
  poster,
  captions,
  duration,
  previous,
  next,
  startAt,
  onFail,
  onFirstPlay,
  onHelp,
}: PlayerProps) {
  const frame = useRef<HTMLElement>(null)
  const videoRef = useRef<HTMLVideoElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const player = usePlayer({ frame, videoRef, bar }, { duration, onFail, onFirstPlay, onHelp })
  const { state, events, run, wake } = player
  const isIdle = !state.shown && state.playing
  return (
    <section
      ref={frame}
      aria-label={t`Video player: ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focus inside the player enables its shortcuts
      tabIndex={0}
      className={cx("player night-room", isIdle && "player-idle")}
      onPointerMove={(event) => event.pointerType === "mouse" && wake()}
      onFocus={wake}
    >
      <video
        ref={videoRef}
        src={startAt > 0 ? `${src}#t=${startAt.toFixed(2)}` : src}
        poster={poster ?? undefined}
        preload="metadata"
        playsInline
        {...events}
        onPointerUp={(event) => {
          frame.current?.focus({ preventScroll: true })
          // The first tap shows the controls.
          if (event.pointerType === "touch" && state.playing && !state.shown) return wake()
          run({ do: "toggle" })
        }}
        onDoubleClick={() => run({ do: "fullscreen" })}
      >
        {captions && <track kind="captions" src={captions} srcLang="en" label={t`English`} />}
      </video>
      {state.waiting && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 m-auto size-10 animate-spin rounded-full border-2 border-current border-e-transparent"
        />
      )}
      {!state.playing && !state.waiting && (
        <button
          type="button"
          aria-label={t`Play ${title}`}
          className={cx("player-button player-middle", !state.wasPlayed && "inset-0")}
          onClick={() => {
            frame.current?.focus({ preventScroll: true })
            run({ do: "toggle" })
          }}
        >
          <Play aria-hidden size={30} strokeWidth={1.5} className="ms-1" />
        </button>
      )}
      <Caption key={src} videoRef={videoRef} on={state.captions} />
      {/* Time runs to the right in every language. On a phone they would cover half of the poster. */}
      <div ref={bar} dir="ltr" className={cx("player-bar", !state.wasPlayed && "max-sm:hidden")}>
        <Bar player={player} previous={previous} next={next} onHelp={onHelp} />
      </div>
      <p role="status" className="sr-only">
        {state.announcement}
      </p>
    </section>
  )
}

interface BarProps {
  player: Controls
  previous: Address | null
  next: Address | null
  onHelp(): void
}

function Bar({ player, previous, next, onHelp }: BarProps) {
  const { state, run } = player
  const can = useAbilities()
  return (
    <>
      <Seek state={state} seek={player.seek} by={(by) => run({ do: "seek", by })} />
      <div className="flex items-center">
        <Neighbour to={previous} label={t`Previous video`}>
          <SkipBack aria-hidden size={20} />
        </Neighbour>
        <Tool label={state.playing ? t`Pause` : t`Play`} onClick={() => run({ do: "toggle" })}>
          {state.playing ? <Pause aria-hidden size={20} /> : <Play aria-hidden size={20} />}
        </Tool>
        <Neighbour to={next} label={t`Next video`}>
          <SkipForward aria-hidden size={20} />
        </Neighbour>
        <Tool label={state.muted ? t`Unmute` : t`Mute`} onClick={() => run({ do: "mute" })}>
          {state.muted ? <VolumeX aria-hidden size={20} /> : <Volume2 aria-hidden size={20} />}
        </Tool>
        <Loudness state={state} set={player.setVolume} />
        <p className="whitespace-nowrap px-2 text-meta tabular">
          {clock(state.time)}
          <span className="max-[26rem]:hidden"> / {clock(state.duration)}</span>
        </p>
        <div className="ms-auto flex items-center">
          <select
            aria-label={t`Speed`}
            value={state.rate}
            onChange={(event) => player.setRate(Number(event.target.value))}
            className="text-meta tabular"
          >
            {rates.map((rate) => (
              <option key={rate} value={rate}>
                {rate}×
              </option>
            ))}
          </select>
          {state.hasCaptions && (
            <Tool label={t`Captions`} pressed={state.captions} onClick={player.toggleCaptions}>
              <Captions aria-hidden size={20} />
            </Tool>
          )}
          {can.float && (
            <Tool
              label={t`Picture in picture`}
              pressed={state.floating}
              onClick={player.toggleFloating}
              className="max-[22rem]:hidden"
            >
              <PictureInPicture2 aria-hidden size={20} />
            </Tool>
          )}
          <Tool label={t`Keyboard shortcuts`} onClick={onHelp} className="max-sm:hidden pointer-coarse:hidden">
            <CircleHelp aria-hidden size={20} />
          </Tool>
          {can.fill && (
            <Tool label={state.full ? t`Exit full screen` : t`Full screen`} onClick={() => run({ do: "fullscreen" })}>
              {state.full ? <Minimize aria-hidden size={20} /> : <Maximize aria-hidden size={20} />}
            </Tool>
          )}
        </div>
      </div>
    </>
  )
}

function Seek({ state, seek, by }: { state: PlayerState; seek(to: number): void; by(seconds: number): void }) {
  const { time, duration, loaded } = state
  const share = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`
  return (
    <input
      type="range"
      aria-label={t`Seek`}
      aria-valuetext={t`${spokenTime(time)} of ${spokenTime(duration)}`}
      min={0}
      max={duration || 1}
      step="any"
      value={Math.min(time, duration || 1)}
      onChange={(event) => seek(Number(event.target.value))}
      onKeyDown={(event) => {
        const step = { ArrowRight: seekStep, ArrowUp: seekStep, ArrowLeft: -seekStep, ArrowDown: -seekStep }[event.key]
        if (step === undefined) return
        event.preventDefault()
        by(step)
      }}
      style={{ "--played": share(time), "--ready": share(loaded) } as object}
      className="w-full px-1"
    />
  )
}

function Loudness({ state: { volume, muted }, set }: { state: PlayerState; set(volume: number): void }) {
  const heard = muted ? 0 : volume
  return (
    <input
      type="range"
      aria-label={t`Volume`}
      aria-valuetext={muted ? t`Muted` : t`${Math.round(volume * 100)} percent`}
      min={0}
      max={1}
      step={volumeStep}
      value={heard}
      onChange={(event) => set(Number(event.target.value))}
      style={{ "--played": `${heard * 100}%` } as object}
      className="w-20 max-sm:hidden"
    />
  )
}

interface ToolProps {
  label: string
  pressed?: boolean
  onClick(): void
  className?: string
  children: ReactNode
}

function Tool({ label, pressed, onClick, className, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
      className={cx("player-button", className)}
    >
      {children}
    </button>
  )
}

function Neighbour({ to, label, children }: { to: Address | null; label: string; children: ReactNode }) {
  if (to === null) return null
  return (
    <Link to={to} aria-label={label} title={label} className="player-button max-sm:hidden">
      {children}
    </Link>
  )
}

/** Determined in the browser only; unsupported controls stay hidden. */
function useAbilities() {
  const [can, setCan] = useState({ float: false, fill: false })
  useEffect(() => {
    const probe = HTMLVideoElement.prototype
    setCan({
      float: document.pictureInPictureEnabled === true,
      fill: document.fullscreenEnabled === true || "webkitEnterFullscreen" in probe,
    })
  }, [])
  return can
}
