import { join } from "node:path"
import type { FastifyBaseLogger } from "fastify"
import { makeFirstAdmin } from "./accounts/firstAdmin.ts"
import { createLastSeen, type LastSeen } from "./accounts/lastSeen.ts"
import { accountRoutes } from "./accounts/routes.ts"
import { selfcareRoutes } from "./accounts/selfcareRoutes.ts"
import { createTokens, type Tokens } from "./accounts/tokens.ts"
import { type Bus, openBus } from "./bus/bus.ts"
import type { Counters } from "./bus/counters.ts"
import { cartRoutes } from "./cart/routes.ts"
import { catalogTopic } from "./catalog/changes.ts"
import { imageRoutes } from "./catalog/imageRoutes.ts"
import { forgetPrimaryImages } from "./catalog/primaryImages.ts"
import { catalogRoutes } from "./catalog/routes.ts"
import { forgetTotals } from "./catalog/totals.ts"
import { type Chat, openChat } from "./chat/chat.ts"
import { chatRoutes } from "./chat/routes.ts"
import { type Clock, systemClock } from "./clock.ts"
import { contactRoutes } from "./contact/routes.ts"
import { addDemoFilms, fillDemoShop } from "./db/demo/seed.ts"
import { migrate } from "./db/migrate.ts"
import { type OpenDatabase, openDatabase } from "./db/open.ts"
import { createStore, type Store } from "./db/store.ts"
import { favoriteRoutes } from "./favorites/routes.ts"
import { createResponseCache, type ResponseCache } from "./http/caching.ts"
import { healthRoutes } from "./http/health.ts"
import { createHttp, type Http } from "./http/http.ts"
import { createLimits, type Limits, limitRequests } from "./http/limits.ts"
import { closeWhileMaintained } from "./http/maintenance.ts"
import { measure } from "./http/metrics.ts"
import { describeApi } from "./http/openapi.ts"
import { redirectForeignHosts } from "./http/origin.ts"
import { type Pages, servePages } from "./http/pages.ts"
import { createJobs, type Jobs } from "./jobs.ts"
import { createLog } from "./log.ts"
import { mailRoutes } from "./mail/routes.ts"
import { type Reach, theInternet } from "./media/remote.ts"
import { mediaRoutes } from "./media/routes.ts"
import { createDiskStorage, type Storage } from "./media/storage.ts"
import { membershipRoutes } from "./membership/routes.ts"
import { type Moderation, openModeration } from "./moderation/moderation.ts"
import { createRemote } from "./moderation/remote.ts"
import { moderationRoutes } from "./moderation/routes.ts"
import { notificationRoutes } from "./notifications/routes.ts"
import { orderRoutes } from "./orders/routes.ts"
import { bookRoutes } from "./payments/bookRoutes.ts"
import { type Desk, openDesk } from "./payments/payments.ts"
import { paymentRoutes } from "./payments/routes.ts"
import { reviewRoutes } from "./reviews/routes.ts"
import { services } from "./services.ts"
import type { Settings } from "./settings.ts"
import { slideshowRoutes } from "./slideshow/routes.ts"
import { accountSocket } from "./sockets/account.ts"
import { openSockets, type Sockets } from "./sockets/sockets.ts"
import { peopleRoutes } from "./staff/peopleRoutes.ts"
import { recordRoutes } from "./staff/recordRoutes.ts"
import { staffRoutes } from "./staff/routes.ts"
import { settingsRoutes } from "./staff/settingsRoutes.ts"
import { openShopState, type ShopState } from "./staff/shopSettings.ts"
import { statsRoutes } from "./staff/statsRoutes.ts"
import { clearBrokenUploads } from "./videos/files.ts"
import { videoRoutes } from "./videos/routes.ts"

/** Everything a feature may be handed. Features take what they need of it, by name. */
export interface App {
  readonly settings: Settings
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  readonly database: OpenDatabase
  readonly bus: Bus
  readonly store: Store
  readonly storage: Storage
  readonly cache: ResponseCache
  readonly reach: Reach
  readonly http: Http
  readonly limits: Limits
  readonly counters: Counters
  readonly tokens: Tokens
  readonly lastSeen: LastSeen
  readonly sockets: Sockets
  readonly jobs: Jobs
  readonly desk: Desk
  readonly moderation: Moderation
  readonly chat: Chat
  readonly shop: ShopState
  close(): Promise<void>
}

/** What tests put in the place of the real thing. */
export interface Given {
  clock?: Clock
  database?: OpenDatabase
  reach?: Reach
  log?: FastifyBaseLogger
  /** false leaves web/ out: the API alone. */
  pages?: boolean
}

/** Wires the whole shop, in the order it is read. Nothing listens and no job runs before `listen` in main.ts. */
export async function buildApp(settings: Settings, given: Given = {}): Promise<App> {
  const log = given.log ?? createLog(settings.logLevel)
  const clock = given.clock ?? systemClock
  const database = given.database ?? (await openDatabase(settings))
  await migrate(database)
  const { bus, counters } = await openBus(settings, log)
  const store = createStore(database.db, clock, bus, database.unhurried)
  if (settings.demo && !(await fillDemoShop(store))) await addDemoFilms(store)
  await makeFirstAdmin(store, settings)
  const jobs = createJobs(log)
  const storage = createDiskStorage(join(settings.dataDir, "media"))
  await clearBrokenUploads(store, storage, settings.dataDir, database.kind === "embedded")
  const cache = createResponseCache(clock, settings.responseCache)
  const limits = createLimits(settings, clock, counters)
  const tokens = createTokens(store, bus, settings)
  const lastSeen = createLastSeen(store)
  const shop = await openShopState(store, bus, clock)
  let pages: Pages | undefined
  const http = createHttp(settings, {
    log,
    hit: (request, reply) =>
      !shop.current.maintenance && (cache.hit(request, reply) || (pages?.hit(request, reply) ?? false)),
    actorOf: async (token) => lastSeen.note(await tokens.personOf(token)),
  })
  const sockets = openSockets({ settings, http, bus, tokens, clock, log, limits })
  const desk = openDesk({ settings, http, store, log })
  const remote = settings.moderation && createRemote({ ...settings.moderation, clock, log })
  const moderation = openModeration({ remote, home: desk.home, support: desk.support })
  const chat = openChat({ log, store, storage, bus, limits, moderation, sockets })
  const app: App = {
    settings,
    log,
    clock,
    database,
    bus,
    store,
    storage,
    cache,
    reach: given.reach ?? theInternet,
    http,
    limits,
    counters,
    tokens,
    lastSeen,
    sockets,
    jobs,
    desk,
    moderation,
    chat,
    shop,
    close,
  }

  redirectForeignHosts(http, settings)
  closeWhileMaintained(http, shop)
  limitRequests(http, limits, settings, log)
  measure(http, settings)
  await describeApi(http)
  healthRoutes(http, database, bus)
  accountRoutes(app)
  selfcareRoutes(app)
  notificationRoutes(app)
  mailRoutes(app)
  catalogRoutes(app)
  await imageRoutes(app)
  reviewRoutes(app)
  favoriteRoutes(app)
  await slideshowRoutes(app)
  contactRoutes(app)
  mediaRoutes(app)
  cartRoutes(app)
  orderRoutes(app)
  paymentRoutes(app)
  bookRoutes(app)
  membershipRoutes(app)
  accountSocket(app)
  await chatRoutes(app)
  moderationRoutes(app)
  staffRoutes(app)
  peopleRoutes(app)
  statsRoutes(app)
  recordRoutes(app)
  settingsRoutes(app)
  await videoRoutes(app)
  if (given.pages !== false) {
    pages = await servePages(http, settings, services(app), limits.guests)
  }

  bus.subscribe(catalogTopic, dropAnswers)
  shop.onChange(dropAnswers)
  bus.onReturn(dropAnswers)
  return app

  function dropAnswers(): void {
    cache.clear()
    forgetTotals(database.db)
    forgetPrimaryImages(database.db)
    pages?.drop()
  }

  async function close(): Promise<void> {
    await jobs.stop()
    await http.close()
    chat.close()
    await bus.close()
    await database.close()
  }
}
