import type { IncomingMessage, ServerResponse } from "node:http"
import { Registry } from "@prometheus-io/client"
import type { FastifyBaseLogger } from "fastify"
import { customerRoutes } from "../backoffice/customers/routes.ts"
import { deskRoutes } from "../backoffice/desk/routes.ts"
import { newsletterAdminRoutes } from "../backoffice/newsletters/routes.ts"
import { privacyRoutes } from "../backoffice/privacy/routes.ts"
import { reportRoutes } from "../backoffice/reports/routes.ts"
import { stopAuthor } from "../backoffice/review-queue/critical.ts"
import { moderationRoutes } from "../backoffice/review-queue/routes.ts"
import { auditRoutes } from "../backoffice/staff/auditRoutes.ts"
import { peopleRoutes } from "../backoffice/staff/peopleRoutes.ts"
import { staffRoutes } from "../backoffice/staff/routes.ts"
import { statsRoutes } from "../backoffice/staff/statsRoutes.ts"
import { type Chat, openChat } from "../conversation/chat/chat.ts"
import { chatRoutes } from "../conversation/chat/routes.ts"
import { contactRoutes } from "../conversation/contact/routes.ts"
import { reviewRoutes } from "../conversation/reviews/routes.ts"
import { selfcareRoutes } from "../people/accounts/ownAccountRoutes.ts"
import { accountRoutes } from "../people/accounts/routes.ts"
import { addressBookRoutes } from "../people/addresses/routes.ts"
import { openAge } from "../people/age/age.ts"
import { createAgePages } from "../people/age/agePages.ts"
import { requireAge } from "../people/age/enforce.ts"
import { openAgeProvider } from "../people/age/openAgeProvider.ts"
import { ageRoutes } from "../people/age/routes.ts"
import { sandboxRoutes } from "../people/age/sandbox.ts"
import { watchPlans } from "../people/membership/planChanges.ts"
import { membershipRoutes } from "../people/membership/routes.ts"
import { newsletterRoutes } from "../people/newsletter/routes.ts"
import { secondFactorRoutes } from "../people/second-factor/routes.ts"
import { askSecondStep } from "../people/second-factor/signIn.ts"
import { apiKeyMark } from "../platform/auth/actor.ts"
import { makeFirstAdmin } from "../platform/auth/firstAdmin.ts"
import { createLastSeen } from "../platform/auth/lastSeen.ts"
import { createTokens } from "../platform/auth/tokens.ts"
import { limitUnknownTokens } from "../platform/auth/unknownTokens.ts"
import { openBus } from "../platform/bus/open.ts"
import { type Clock, minutes, seconds, systemClock } from "../platform/clock.ts"
import type { Context } from "../platform/context.ts"
import type { OpenDatabase } from "../platform/db/database.ts"
import { migrate } from "../platform/db/migrate.ts"
import { openDatabase } from "../platform/db/open.ts"
import { sellerTopic } from "../platform/db/shopSetting.ts"
import { assertLowers, awaitDatabase, chooseDirectory, startFault } from "../platform/db/start.ts"
import { createStore } from "../platform/db/store.ts"
import { traceStatements } from "../platform/db/traces.ts"
import { createResponseCache, type Regions } from "../platform/http/caching.ts"
import { createHttp } from "../platform/http/createHttp.ts"
import { healthRoutes } from "../platform/http/health.ts"
import { addressOf, createLimits, limitRequests } from "../platform/http/limits.ts"
import { createTimes, measure } from "../platform/http/metrics.ts"
import { describeApi } from "../platform/http/openapi.ts"
import { isUninvited, redirectForeignHosts, refuseUninvited } from "../platform/http/origin.ts"
import { type Pages, servePages } from "../platform/http/pages.ts"
import { plainPageRoutes } from "../platform/http/plainPage.ts"
import { typefaceRoutes } from "../platform/http/typefaces.ts"
import { personOfKey } from "../platform/integrations/apiKeys.ts"
import { integrationRoutes } from "../platform/integrations/routes.ts"
import { createJobs } from "../platform/jobs.ts"
import { createLog } from "../platform/log.ts"
import { mailRoutes } from "../platform/mail/routes.ts"
import { createDiskStorage } from "../platform/media/diskStorage.ts"
import { openStorage } from "../platform/media/openStorage.ts"
import { mediaRoutes } from "../platform/media/routes.ts"
import { withDemoFiles } from "../platform/media/storage.ts"
import { createRemote } from "../platform/moderation/engine/remote.ts"
import { type Moderation, openModeration } from "../platform/moderation/moderation.ts"
import { createRefusalAudit } from "../platform/moderation/refused.ts"
import { notificationRoutes } from "../platform/notifications/routes.ts"
import { anyNetwork, publicInternet, type RemoteFetcher } from "../platform/outgoing/outgoing.ts"
import { pushRoutes } from "../platform/push/routes.ts"
import type { Settings } from "../platform/settings.ts"
import { answerDue } from "../platform/shop-settings/answerDue.ts"
import { brandRoutes } from "../platform/shop-settings/brandRoutes.ts"
import { assertOpenTo, closeWhileMaintained } from "../platform/shop-settings/maintenance.ts"
import { settingsRoutes } from "../platform/shop-settings/routes.ts"
import { openShopState, type ShopState } from "../platform/shop-settings/shopSettings.ts"
import { sitePageRoutes } from "../platform/site-pages/routes.ts"
import { sitePagesTopic } from "../platform/site-pages/sitePages.ts"
import { openSockets } from "../platform/sockets/openSockets.ts"
import type { Admission } from "../platform/sockets/sockets.ts"
import { startTracing, stopTracing } from "../platform/tracing/tracing.ts"
import { carrierRoutes } from "../sales/carriers/routes.ts"
import { cartRoutes } from "../sales/cart/routes.ts"
import { discountRoutes } from "../sales/discounts/routes.ts"
import { invoicingRoutes } from "../sales/invoicing/routes.ts"
import { refundRoutes } from "../sales/order-admin/refundRoutes.ts"
import { orderAdminRoutes } from "../sales/order-admin/routes.ts"
import { orderRoutes } from "../sales/orders/routes.ts"
import { bookRoutes } from "../sales/payments/bookRoutes.ts"
import { openPayments, type PaymentContext } from "../sales/payments/paymentContext.ts"
import { paymentRoutes } from "../sales/payments/routes.ts"
import { creditMissing, invoiceMissing } from "../sales/payments/salesInvoices.ts"
import { returnRoutes } from "../sales/refunds/routes.ts"
import { stockRoutes } from "../sales/stock/routes.ts"
import { catalogTopic } from "../shopfront/catalog/changes.ts"
import { imageRoutes } from "../shopfront/catalog/imageRoutes.ts"
import { forgetPrimaryImages } from "../shopfront/catalog/primaryImages.ts"
import { catalogRoutes } from "../shopfront/catalog/routes.ts"
import { forgetTotals } from "../shopfront/catalog/totals.ts"
import { catalogWorkRoutes } from "../shopfront/catalog/workRoutes.ts"
import { copyRoutes } from "../shopfront/copy/routes.ts"
import { favoriteRoutes } from "../shopfront/favorites/routes.ts"
import { createRedirectHits, type RedirectHits } from "../shopfront/redirects/hits.ts"
import { redirectRoutes } from "../shopfront/redirects/routes.ts"
import { slideshowRoutes } from "../shopfront/slideshow/routes.ts"
import { clearBrokenUploads } from "../shopfront/videos/files.ts"
import { videoRoutes } from "../shopfront/videos/routes.ts"
import { accountPath, accountSocket } from "./accountSocket.ts"
import { mediaFolder } from "./demo/manifest.ts"
import { measureShop } from "./metrics.ts"
import { services } from "./services.ts"

/** The whole shop: the platform, and the parts of features that others use. */
export interface App extends Context {
  readonly paymentContext: PaymentContext
  readonly moderation: Moderation
  readonly chat: Chat
  readonly shop: ShopState
  readonly redirectHits: RedirectHits
  /** Makes `/readyz` fail, so that the node gets no new traffic; everything else continues. */
  retire(): void
  /** Ends what is in progress within eight seconds; work that hangs is cut off. */
  close(): Promise<void>
}

/** Replacements used by tests. */
export interface Given {
  clock?: Clock
  database?: OpenDatabase
  fetcher?: RemoteFetcher
  log?: FastifyBaseLogger
  /** If false, leaves out web/ and serves the API only. */
  pages?: boolean
}

/** Builds the whole shop, wired in reading order. Nothing listens and no job runs before `listen` in main.ts. */
export async function buildApp(wanted: Settings, given: Given = {}): Promise<App> {
  const log = given.log ?? createLog(wanted.logLevel)
  const clock = given.clock ?? systemClock
  await startTracing(wanted)
  const settings = { ...wanted, dataDir: await chooseDirectory(wanted, log) }
  const database = given.database ?? (await openDatabase(settings, log))
  if (database.kind === "postgres") {
    await awaitDatabase(database, log)
    await assertLowers(database)
  }
  const few = await database.fit()
  if (few !== null) log.warn(`max_connections of PostgreSQL is low: this server uses at most ${few} connections`)
  await migrate(database).catch((error) => {
    throw startFault(error, database.kind, settings.dataDir)
  })
  const { bus, counters } = await openBus(settings, log, database.node)
  traceStatements(database.db)
  const store = createStore(database.db, clock, bus, database)
  const reads = createStore(database.reads, clock, bus)
  if (settings.demo) await (await import("./demo/seed.ts")).openDemoShop(store)
  await makeFirstAdmin(store, settings)
  const invoiced = await invoiceMissing(store)
  if (invoiced > 0) log.info({ invoiced }, "issued the invoices of earlier sales")
  const credited = await creditMissing(store)
  if (credited > 0) log.info({ credited }, "issued the credit notes of earlier refunds")
  const metrics = new Registry()
  const times = createTimes()
  const jobs = createJobs(log, metrics)
  const storage = withDemoFiles(await openStorage(settings, log), createDiskStorage(mediaFolder))
  const cleared = clearBrokenUploads(store, storage, settings.dataDir, database.kind === "embedded")
  // A shop starts even if its bucket is unavailable.
  if (settings.s3) void cleared.catch((error) => log.error({ err: error }, "could not remove broken uploads"))
  else await cleared
  const limits = createLimits(settings, clock, counters)
  const shop = await openShopState(store, bus, clock)
  const age = openAge(settings, store, shop)
  const regions: Regions = {
    get isRegional() {
      return age.isRegional
    },
    asksToDeclare: age.asksToDeclare,
  }
  const cache = createResponseCache(clock, settings, regions)
  const tokens = createTokens(store, bus, settings, shop)
  const lastSeen = createLastSeen(store)
  const redirectHits = createRedirectHits(store)
  const lookUp = limitUnknownTokens(limits.make("wrongTokens", 120, minutes(1)), bus, clock)
  let isRetired = false
  const http = createHttp(settings, {
    log,
    hit,
    actorOf: (token, request) =>
      lookUp(token, addressOf(request), async () =>
        token.startsWith(apiKeyMark)
          ? personOfKey(store, token, shop, settings.demo)
          : lastSeen.note(await tokens.personOf(token)),
      ),
    failed: createRefusalAudit(store, limits),
  })
  const admissionOf: Admission["admissionOf"] = (request) => {
    const visit = age.visitOf(request)
    // The account's socket stays open: it notifies open pages when the shop closes and opens.
    const isAccount = accountPath.test(request.url!.split("?", 1)[0]!)
    return async (person) => {
      if (!isAccount) assertOpenTo(shop, person.role)
      return age.assertAdmitted(visit, person)
    }
  }
  const sockets = openSockets({ settings, http, bus, tokens, staff: shop, clock, log, limits, admissionOf })
  const paymentContext = openPayments({ settings, http, store, log, metrics })
  const remote = settings.moderation && createRemote({ ...settings.moderation, clock, log })
  if (!remote && settings.production) log.warn("texts are moderated by the built-in rules alone: no MODERATION_API_URL")
  const moderation = openModeration({
    remote,
    onCritical: (tx, item, closes) =>
      stopAuthor(tx, item, closes, { home: paymentContext.home(), support: paymentContext.support }),
  })
  const chat = openChat({
    settings,
    log,
    store,
    writing: createStore(database.writing, clock, bus),
    storage,
    bus,
    limits,
    moderation,
    sockets,
    answerDue: (since) => answerDue(since, shop.answerRules),
  })
  const app: App = {
    settings,
    log,
    clock,
    database,
    bus,
    store,
    reads,
    storage,
    cache,
    fetcher: given.fetcher ?? (settings.outgoingLocal ? anyNetwork : publicInternet),
    http,
    limits,
    counters,
    tokens,
    lastSeen,
    sockets,
    jobs,
    paymentContext,
    moderation,
    chat,
    shop,
    redirectHits,
    retire,
    close,
  }

  redirectForeignHosts(http, settings)
  refuseUninvited(http, settings, log)
  closeWhileMaintained(http, shop, tokens)
  const { provider, sandboxSecret } = openAgeProvider(settings, http)
  const agePages = createAgePages({
    name: () => shop.current.shop_name,
    look: () => shop.look,
    supportEmail: settings.supportEmail,
    provider,
  })
  requireAge(http, age, tokens, agePages)
  limitRequests(http, limits, settings, log)
  measure(http, settings, metrics, times)
  measureShop(app, metrics)
  await describeApi(http, settings)
  healthRoutes(http, database, bus, () => isRetired)
  plainPageRoutes(http)
  typefaceRoutes(http)
  ageRoutes({ ...app, age, provider, pages: agePages })
  if (sandboxSecret !== null) await sandboxRoutes({ ...app, pages: agePages }, sandboxSecret)
  await featureRoutes(app)
  http.addHook("onResponse", (request, reply, done) => {
    if (reply.statusCode === 301) redirectHits.note(request.url)
    done()
  })
  let pages: Pages
  copyRoutes(app, () => pages)
  if (given.pages !== false) pages = await servePages(http, settings, services(app), limits.guests, cache)

  bus.subscribe(catalogTopic, dropAnswers)
  bus.subscribe(sitePagesTopic, dropAnswers)
  bus.subscribe(sellerTopic, dropAnswers)
  shop.onChange(dropAnswers)
  const stopWatching = watchPlans(store, bus, clock, dropAnswers)
  bus.onReconnect(dropAnswers)
  // While changes of other nodes may not arrive, nothing is cached for longer than a second.
  const forgetting = setInterval(() => bus.up || dropAnswers(), seconds(1)).unref()
  return app

  function hit(request: IncomingMessage, response: ServerResponse): boolean {
    if (isUninvited(request.headers, settings) || shop.current.maintenance || !age.mayBeAnswered(request)) return false
    const route = cache.hit(request, response)
    if (route === null) return false
    times.note(request.method!, route, response.statusCode, 0)
    if (response.statusCode === 301) redirectHits.note(request.url!)
    return true
  }

  function dropAnswers(): void {
    // Another node may have changed the database.
    database.wrote()
    cache.clear()
    for (const db of [database.db, database.reads]) {
      forgetTotals(db)
      forgetPrimaryImages(db)
    }
  }

  function retire(): void {
    if (isRetired) return
    isRetired = true
    // A proxy keeps connections for further requests: each ends with its next response, before the server closes it.
    http.server.prependListener("request", (_, response) => {
      response.shouldKeepAlive = false
    })
  }

  async function close(): Promise<void> {
    retire()
    // A hook of their own closes the sockets first.
    const answered = http.close()
    await inTime(log, "requests and jobs", seconds(4), Promise.all([jobs.stop(), answered]))
    http.server.closeAllConnections()
    await inTime(log, "connections", seconds(0.5), answered)
    clearInterval(forgetting)
    stopWatching()
    chat.close()
    await inTime(log, "bus and traces", seconds(1), Promise.all([bus.close(), stopTracing()]))
    await inTime(log, "database", seconds(2), database.close())
  }
}

async function featureRoutes(app: App): Promise<void> {
  accountRoutes(app, askSecondStep)
  secondFactorRoutes(app)
  selfcareRoutes(app)
  notificationRoutes(app)
  pushRoutes(app)
  mailRoutes(app)
  catalogRoutes(app)
  await imageRoutes(app)
  await catalogWorkRoutes(app)
  reviewRoutes(app)
  favoriteRoutes(app)
  await slideshowRoutes(app)
  contactRoutes(app)
  newsletterRoutes(app)
  await newsletterAdminRoutes(app)
  mediaRoutes(app)
  discountRoutes(app)
  cartRoutes(app)
  addressBookRoutes(app)
  carrierRoutes(app)
  invoicingRoutes(app)
  orderRoutes(app)
  orderAdminRoutes(app)
  refundRoutes(app)
  await returnRoutes(app)
  paymentRoutes(app)
  bookRoutes(app)
  membershipRoutes(app)
  accountSocket(app)
  await chatRoutes(app)
  deskRoutes(app)
  moderationRoutes(app)
  stockRoutes(app)
  customerRoutes(app)
  staffRoutes(app)
  peopleRoutes(app)
  statsRoutes(app)
  reportRoutes(app)
  auditRoutes(app)
  settingsRoutes(app)
  await sitePageRoutes(app)
  await brandRoutes(app)
  integrationRoutes(app)
  await videoRoutes(app)
  redirectRoutes(app)
  privacyRoutes(app)
}

/** Waits for `ending`, but not longer than this time. */
async function inTime(
  log: FastifyBaseLogger,
  what: string,
  milliseconds: number,
  ending: PromiseLike<unknown>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((done) => {
    timer = setTimeout(() => {
      log.warn({ what }, "did not stop in time, aborted")
      done()
    }, milliseconds)
  })
  const ended = Promise.resolve(ending).catch((error: unknown) => log.error({ err: error, what }, "could not stop"))
  await Promise.race([ended, late]).finally(() => clearTimeout(timer))
}
