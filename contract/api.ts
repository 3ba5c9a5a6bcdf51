import * as z from "zod"
import * as accounts from "./accounts.ts"
import { AddressForm, SavedAddress } from "./addresses.ts"
import * as admin from "./admin.ts"
import { AgeState } from "./age.ts"
import * as brand from "./brand.ts"
import * as carriers from "./carriers.ts"
import * as cart from "./cart.ts"
import * as catalog from "./catalog.ts"
import * as chat from "./chat.ts"
import { Count, Message, text } from "./common.ts"
import * as contact from "./contact.ts"
import * as copy from "./copy/calls.ts"
import * as customers from "./customers.ts"
import * as desk from "./desk.ts"
import * as discounts from "./discounts.ts"
import { AccountExport } from "./export.ts"
import { FailedEmail, FailedEmailQuery } from "./failedEmails.ts"
import * as favorites from "./favorites.ts"
import * as gifts from "./gifts.ts"
import * as integrations from "./integrations.ts"
import * as invoicing from "./invoicing.ts"
import * as memberships from "./memberships.ts"
import * as modelSheet from "./modelSheet.ts"
import * as moderation from "./moderation.ts"
import * as newsletters from "./newsletters.ts"
import * as notifications from "./notifications.ts"
import * as orders from "./orders.ts"
import * as payments from "./payments.ts"
import * as push from "./push.ts"
import * as redirects from "./redirects.ts"
import * as refunds from "./refunds.ts"
import * as reports from "./reports.ts"
import * as reviews from "./reviews.ts"
import * as secondFactor from "./secondFactor.ts"
import * as selling from "./selling.ts"
import * as sitePages from "./sitePages.ts"
import * as slideshow from "./slideshow.ts"
import { UnreadCount } from "./sockets.ts"
import { ModeratorMetrics } from "./staff.ts"
import * as stock from "./stock.ts"
import * as videos from "./videos.ts"

interface Schemas {
  body?: z.ZodType
  query?: z.ZodObject
  /** Absent if each parameter of the path is an id. */
  params?: z.ZodObject
  /** Absent for an empty response. */
  response?: z.ZodType
}

/**
 * Every call of the API that takes or returns JSON, by method and path below /api, as in the specification.
 * The server's routes take their schemas from here (`server/platform/http/route.ts`); web imports only the types.
 */
export const api = {
  "POST /auth/register": { body: accounts.Register, response: Message },
  "POST /auth/login": { body: accounts.Login, response: accounts.SignInAnswer },
  "POST /auth/second-step": { body: secondFactor.SecondStepCode, response: accounts.SignedIn },
  "POST /auth/passkey/options": { body: secondFactor.PasskeyRequest, response: secondFactor.PasskeyOptions },
  "POST /auth/passkey": { body: secondFactor.PasskeyAnswer, response: accounts.SignedIn },
  "POST /auth/confirm": { body: secondFactor.Confirmation },
  "POST /auth/confirm/passkey/options": { response: secondFactor.PasskeyOptions },
  "POST /auth/confirm/passkey": { body: secondFactor.PasskeyAnswer },
  "GET /auth/second-factor": { response: secondFactor.SecondFactor },
  "POST /auth/passkeys/options": { response: secondFactor.PasskeyOptions },
  "POST /auth/passkeys": { body: secondFactor.NewPasskey, response: secondFactor.RecoveryCodes },
  "PATCH /auth/passkeys/{id}": { body: secondFactor.PasskeyName },
  "DELETE /auth/passkeys/{id}": {},
  "POST /auth/authenticator": { response: secondFactor.NewApp },
  "POST /auth/authenticator/confirm": { body: secondFactor.ConfirmApp, response: secondFactor.RecoveryCodes },
  "DELETE /auth/authenticator": {},
  "POST /auth/recovery-codes": { response: secondFactor.RecoveryCodes },
  "POST /auth/logout": {},
  "GET /auth/me": { response: accounts.User },
  "PATCH /auth/me": { body: accounts.EditProfile, response: accounts.User },
  "GET /auth/me/preferences": { response: accounts.Preferences },
  "PATCH /auth/me/preferences": { body: accounts.EditPreferences, response: accounts.Preferences },
  "PUT /auth/time-zone": { body: accounts.TimeZone },
  "PUT /auth/seen-terms": { body: sitePages.SeenLegal },
  "PUT /auth/language": { body: accounts.ChosenLanguage },
  "POST /auth/password-reset/request": { body: accounts.RequestReset, response: Message },
  "POST /auth/password-reset/confirm": { body: accounts.ConfirmReset },
  "POST /auth/invitation": { body: accounts.OpenInvitation, response: accounts.Invitation },
  "POST /auth/invitation/accept": { body: accounts.ConfirmReset },
  "POST /auth/password-update": { body: accounts.UpdatePassword },
  "POST /auth/change-password": { body: accounts.ChangePassword },
  "POST /auth/verify-email/request": { body: accounts.RequestVerification, response: Message },
  "POST /auth/verify-email/confirm": { body: accounts.ConfirmVerification },
  "POST /auth/email-change/resend": { response: Message },
  "POST /auth/email-change/undo": { body: accounts.UndoEmailChange, response: accounts.EmailChangeUndone },
  "POST /auth/second-factor/undo": { body: accounts.UndoEmailChange, response: accounts.EmailChangeUndone },
  "GET /auth/sessions": { response: z.array(accounts.Session) },
  "DELETE /auth/sessions": {},
  "DELETE /auth/sessions/{id}": {},
  "GET /auth/addresses": { response: z.array(SavedAddress) },
  "POST /auth/addresses": { body: AddressForm, response: SavedAddress },
  "PUT /auth/addresses/{id}": { body: AddressForm, response: SavedAddress },
  "DELETE /auth/addresses/{id}": {},
  "GET /users/account/export": { response: AccountExport },
  "DELETE /users/account": { body: accounts.DeleteAccount },

  "GET /notifications": {
    query: notifications.NotificationQuery,
    response: z.array(notifications.Notification),
  },
  "POST /notifications/read": { body: notifications.ReadNotifications },
  "POST /notifications/{id}/read": {},
  "GET /push": { response: push.PushState },
  "PUT /push/subscription": { body: push.PushSubscription },
  "DELETE /push/subscription": {},
  "POST /push/test": {},

  "GET /dolls": { query: catalog.DollQuery, response: z.array(catalog.Doll) },
  "GET /dolls/category/{category}": {
    params: catalog.CategoryParams,
    query: catalog.CategoryQuery,
    response: z.array(catalog.Doll),
  },
  "GET /dolls/moderator/{id}": { query: catalog.ModeratorDollsQuery, response: z.array(catalog.Doll) },
  "GET /dolls/assigned/false": { query: catalog.UnassignedQuery, response: z.array(catalog.Doll) },
  "GET /dolls/{id}": { response: catalog.Doll },
  "GET /dolls/{id}/related": { response: z.array(catalog.Doll) },
  "POST /dolls/create/": { body: catalog.NewDoll, response: catalog.Doll },
  "PATCH /dolls/{id}": { body: catalog.EditDoll, response: catalog.Doll },
  "GET /admin/redirects": { query: redirects.RedirectsQuery, response: z.array(redirects.Redirect) },
  "POST /admin/redirects": { body: redirects.RedirectForm, response: redirects.Redirect },
  "PUT /admin/redirects/{id}": { body: redirects.RedirectForm, response: redirects.Redirect },
  "DELETE /admin/redirects/{id}": {},
  "GET /admin/pages": { response: z.array(sitePages.ListedPage) },
  "POST /admin/pages": { body: sitePages.NewPage, response: sitePages.SitePage },
  "POST /admin/pages/preview": { body: sitePages.PreviewPage, response: sitePages.RenderedPage },
  "GET /admin/pages/{id}": { response: sitePages.SitePage },
  "GET /admin/pages/{id}/versions/{numberId}": { response: sitePages.VersionTexts },
  "PUT /admin/pages/{id}": { body: sitePages.EditPage, response: sitePages.SitePage },
  "POST /admin/pages/{id}/publish": { response: sitePages.SitePage },
  "POST /admin/pages/{id}/withdraw": { response: sitePages.SitePage },
  "POST /admin/pages/{id}/pictures": { response: sitePages.PagePicture },
  "DELETE /admin/pages/{id}": {},
  "POST /dolls/edit-many": { body: catalog.EditMany, response: z.array(catalog.EditedRow) },
  "POST /dolls/import": { response: modelSheet.ImportResult },
  "POST /dolls/{id}/duplicate": { response: catalog.Doll },
  "POST /dolls/{id}/approve": { body: catalog.ApproveDoll, response: catalog.Doll },
  "POST /dolls/{id}/restore": { response: catalog.Doll },
  "DELETE /dolls/delete/{id}": {},
  "GET /dolls/{id}/texts": { response: z.array(catalog.DollText) },
  "PUT /dolls/{id}/texts/{language}": {
    params: catalog.DollTextParams,
    body: catalog.EditDollText,
    response: z.array(catalog.DollText),
  },
  "GET /images/{dollId}/images": { response: z.array(catalog.Image) },
  "POST /images/upload": { response: catalog.Image },
  "POST /images/{dollId}/images/bulk": { response: catalog.BulkUpload },
  "PATCH /images/{id}": { body: catalog.EditImage, response: catalog.Image },
  "DELETE /images/{id}": {},
  "PUT /images/{id}/dark": { response: catalog.Image },
  "DELETE /images/{id}/dark": { response: catalog.Image },

  "GET /reviews/doll/{id}": { query: reviews.ReviewQuery, response: z.array(reviews.Review) },
  "GET /reviews/user/": { query: reviews.ReviewQuery, response: z.array(reviews.OwnReview) },
  "POST /reviews/": { body: reviews.NewReview, response: reviews.Review },
  "PUT /reviews/{id}": { body: reviews.EditReview, response: reviews.Review },
  "DELETE /reviews/{id}": {},

  "GET /favorites/": { query: favorites.FavoriteQuery, response: z.array(favorites.Favorite) },
  "POST /favorites/": { body: favorites.NewFavorite, response: favorites.Favorite },
  "GET /favorites/link": { response: favorites.FavoritesLink },
  "PUT /favorites/link": { response: favorites.FavoritesLink },
  "DELETE /favorites/link": {},
  "GET /favorites/check/{dollId}": { response: favorites.FavoriteCheck },
  "DELETE /favorites/{id}": {},
  "DELETE /favorites/by-id/{id}": {},

  "GET /slideshow/slideshows": { query: slideshow.SlideQuery, response: z.array(slideshow.Slide) },
  "GET /slideshow/slideshows/{id}": { response: slideshow.Slide },
  "POST /slideshow/upload": { response: slideshow.Slide },
  "PATCH /slideshow/slideshows/{id}": { body: slideshow.EditSlide, response: slideshow.Slide },
  "DELETE /slideshow/slideshows/{id}": {},
  "PUT /slideshow/slideshows/{id}/dark": { response: slideshow.Slide },
  "DELETE /slideshow/slideshows/{id}/dark": { response: slideshow.Slide },

  "POST /contact": { body: contact.ContactForm, response: Message },
  "POST /newsletter": { body: contact.Subscribe, response: Message },
  "POST /newsletter/confirm": { body: contact.NewsletterCode },
  "POST /newsletter/unsubscribe": { body: contact.NewsletterCode },
  "GET /admin/newsletters": { query: newsletters.NewslettersQuery, response: z.array(newsletters.ListedNewsletter) },
  "POST /admin/newsletters": { response: newsletters.Newsletter },
  "POST /admin/newsletters/preview": { body: newsletters.PreviewNewsletter, response: newsletters.RenderedNewsletter },
  "POST /admin/newsletters/audience": { body: newsletters.Segment, response: newsletters.Audience },
  "GET /admin/newsletters/{id}": { response: newsletters.Newsletter },
  "PUT /admin/newsletters/{id}": { body: newsletters.EditNewsletter, response: newsletters.Newsletter },
  "DELETE /admin/newsletters/{id}": {},
  "POST /admin/newsletters/{id}/test": { body: newsletters.TestNewsletter },
  "POST /admin/newsletters/{id}/send": { body: newsletters.SendNewsletter, response: newsletters.Newsletter },
  "POST /admin/newsletters/{id}/stop": { response: newsletters.Newsletter },
  "GET /admin/subscribers": { query: newsletters.SubscribersQuery, response: z.array(newsletters.Subscriber) },
  "POST /admin/subscribers/import": { response: newsletters.SubscriberImport },
  "POST /admin/subscribers/{id}/unsubscribe": {},

  "GET /admin/stock": { query: stock.StockQuery, response: z.array(stock.StockRow) },
  "POST /admin/stock": { body: stock.CorrectStock, response: stock.CorrectedStock },
  "GET /admin/stock/{id}/entries": { query: stock.StockEntryQuery, response: z.array(stock.StockEntry) },
  "POST /restock-requests": { body: stock.AskForStock, response: Message },
  "POST /restock-requests/confirm": { body: stock.StockCode },
  "POST /restock-requests/unsubscribe": { body: stock.StockCode },
  "GET /auth/restock-requests": { response: z.array(stock.StockRequest) },
  "DELETE /auth/restock-requests/{id}": {},

  "GET /cart/": { query: cart.CartQuery, response: z.array(cart.CartItem) },
  "POST /cart/": { body: cart.AddToCart, response: cart.CartItem },
  "PUT /cart/{id}": { body: cart.SetQuantity, response: cart.CartItem },
  "DELETE /cart/{id}": {},
  "DELETE /cart/": {},
  "POST /cart/merge": { body: cart.MergeCart, response: cart.MergedCart },

  "GET /orders": { query: orders.OrderQuery, response: z.array(orders.Order) },
  "POST /orders": { body: orders.PlaceOrder, response: orders.Order },
  "GET /orders/{id}": { response: orders.Order },
  "POST /orders/{id}/cancel": { response: orders.Order },
  "DELETE /orders/{id}": {},
  "POST /orders/lookup": { body: orders.LookUpOrder, response: orders.OrderProgress },
  "POST /orders/quote": { body: orders.QuoteCart, response: orders.CartQuote },
  "GET /admin/plans": { response: z.array(memberships.AdminPlan) },
  "PUT /admin/plans/{level}": {
    params: memberships.PlanParams,
    body: memberships.EditPlan,
    response: memberships.AdminPlan,
  },
  "DELETE /admin/plans/{level}/next": { params: memberships.PlanParams, response: memberships.AdminPlan },
  "GET /admin/discounts": { query: discounts.DiscountsQuery, response: z.array(discounts.Discount) },
  "POST /admin/discounts": { body: discounts.DiscountForm, response: discounts.Discount },
  "GET /admin/discounts/{id}": { response: discounts.Discount },
  "PUT /admin/discounts/{id}": { body: discounts.DiscountForm, response: discounts.Discount },
  "GET /admin/orders": { query: admin.AdminOrdersQuery, response: z.array(admin.AdminOrder) },
  "GET /orders/{id}/returns": { response: refunds.OrderReturns },
  "POST /orders/{id}/returns": { body: refunds.RequestReturn, response: refunds.OrderReturns },
  "POST /returns/{id}/photos": { response: refunds.OrderReturns },
  "POST /returns/{id}/withdraw": { response: refunds.OrderReturns },
  "GET /admin/returns": { query: refunds.AdminReturnsQuery, response: refunds.AdminReturns },
  "GET /admin/returns/count": { response: Count },
  "PATCH /admin/returns/{id}": { body: refunds.MoveReturn, response: admin.AdminOrderDetail },
  "POST /admin/orders/{id}/refunds": { body: refunds.NewRefund, response: admin.AdminOrderDetail },
  "POST /admin/refunds/{id}/settle": { body: refunds.SettleRefund, response: admin.AdminOrderDetail },
  "POST /admin/refunds/{id}/cancel": { response: admin.AdminOrderDetail },
  "GET /admin/orders/count": { response: Count },
  "POST /admin/orders/ship": { body: orders.ShipOrders, response: orders.Shipments },
  "GET /admin/print/invoices": { query: invoicing.PrintInvoicesQuery, response: invoicing.PrintedInvoices },
  "GET /admin/print/slips": { query: invoicing.PrintSlipsQuery, response: invoicing.PackingSlips },
  "GET /admin/carriers": { response: z.array(carriers.Carrier) },
  "POST /admin/carriers": { body: carriers.CarrierForm, response: carriers.Carrier },
  "PUT /admin/carriers/{id}": { body: carriers.CarrierForm, response: carriers.Carrier },
  "GET /admin/business": { response: invoicing.Business },
  "PATCH /admin/business": { body: invoicing.EditBusiness, response: invoicing.Business },
  "GET /invoices": { query: invoicing.InvoicesQuery, response: z.array(invoicing.OwnInvoice) },
  "GET /invoices/{number}": { params: z.object({ number: text().max(40) }), response: invoicing.SalesInvoice },
  "GET /admin/orders/{id}": { response: admin.AdminOrderDetail },
  "PATCH /admin/orders/{id}": { body: orders.MoveOrder, response: admin.AdminOrderDetail },
  "PUT /admin/orders/{id}/address": { body: orders.CorrectAddress, response: admin.AdminOrderDetail },
  "POST /admin/orders/{id}/reopen": { response: admin.AdminOrderDetail },

  "POST /nowpayments/create-invoice": { body: payments.CreateInvoice, response: payments.Invoice },
  "POST /nowpayments/create-subscription-invoice": {
    body: payments.CreateSubscriptionInvoice,
    response: payments.Invoice,
  },
  "GET /payments/half-paid": { response: z.array(payments.PaymentState) },
  "GET /payments/{id}/status": { response: payments.PaymentState },
  "GET /admin/payments": { query: admin.PaymentsQuery, response: admin.Payments },
  "GET /admin/subscription-payments": { query: admin.PaymentsQuery, response: admin.Payments },
  "GET /admin/payments/{id}": { response: admin.AdminPayment },
  "GET /admin/payments/{id}/events": { response: z.array(admin.PaymentEvent) },
  "POST /admin/payments/{id}/recheck": { response: payments.CheckedPayment },
  "POST /admin/payments/{id}/review": { body: admin.ReviewPayment, response: admin.AdminPayment },
  "POST /admin/payments/test-invoice": { response: admin.TestInvoice },
  "POST /admin/payments/lookup": { body: payments.LookupPayment, response: payments.CheckedPayment },
  "GET /gifts": { response: z.array(gifts.Gift) },
  "POST /gifts/redeem": { body: gifts.RedeemGift, response: gifts.RedeemedGift },
  "GET /memberships": { query: memberships.MembershipsQuery, response: z.array(memberships.Membership) },
  "POST /memberships/price": { body: memberships.PricePlan, response: memberships.PlanPrice },
  "GET /memberships/quote": { query: memberships.QuoteQuery, response: memberships.Quote },

  "GET /chat/access-status": { response: memberships.AccessStatus },
  "GET /chat/unread-count": { response: UnreadCount },
  "POST /chat/rooms/": { body: chat.OpenRoom, response: chat.ChatRoom },
  "GET /chat/user/rooms/": { query: chat.RoomQuery, response: z.array(chat.ChatRoom) },
  "GET /chat/moderator/rooms": { query: chat.ModeratorRoomQuery, response: z.array(chat.ChatRoom) },
  "GET /chat/rooms/{id}": { params: chat.RoomParams, response: chat.ChatRoomDetail },
  "GET /chat/rooms/{id}/messages": {
    params: chat.RoomParams,
    query: chat.MessageQuery,
    response: z.array(chat.Change),
  },
  "POST /chat/rooms/{id}/read": { params: chat.RoomParams, body: chat.ReadUpTo },
  "POST /chat/messages/": { body: chat.SendMessage, response: chat.SentMessage },
  "POST /chat/messages/{id}/upload": { params: chat.RoomParams, response: chat.SentMessage },
  "DELETE /chat/messages/{id}": {},
  "PATCH /chat/messages/{id}/flag": { body: chat.FlagMessage, response: chat.ChatMessage },
  "GET /chat/moderator/messages": { query: desk.MessageSearch, response: desk.FoundMessages },
  "GET /chat/moderators": { response: z.array(desk.Colleague) },
  "PUT /chat/rooms/{id}/snooze": { params: chat.RoomParams, body: desk.Snooze, response: chat.ChatRoom },
  "DELETE /chat/rooms/{id}/snooze": { params: chat.RoomParams, response: chat.ChatRoom },
  "POST /chat/rooms/{id}/hand-over": { params: chat.RoomParams, body: desk.HandOver },
  "GET /chat/rooms/{id}/rating": { params: chat.RoomParams, response: desk.RatingQuestion },
  "POST /chat/rooms/{id}/rating": { params: chat.RoomParams, body: desk.AnswerRating },
  "GET /chat/rooms/{id}/ratings": { params: chat.RoomParams, response: z.array(desk.ChatRating) },
  "GET /chat/canned-replies": { response: z.array(chat.CannedReply) },
  "POST /chat/canned-replies": { body: chat.NewCannedReply, response: chat.CannedReply },
  "PATCH /chat/canned-replies/{id}": { body: chat.NewCannedReply, response: chat.CannedReply },
  "DELETE /chat/canned-replies/{id}": {},

  "GET /videos/": { query: videos.VideoQuery, response: z.array(videos.ListedVideo) },
  "GET /videos/category/{category}": {
    params: videos.VideoCategoryParams,
    query: videos.VideoPage,
    response: z.array(videos.ListedVideo),
  },
  "GET /videos/tag/{tag}": {
    params: videos.VideoTagParams,
    query: videos.VideoPage,
    response: z.array(videos.ListedVideo),
  },
  "GET /videos/doll/{id}": { query: videos.VideoPage, response: z.array(videos.ListedVideo) },
  "GET /videos/categories": { response: videos.VideoCategories },
  "GET /videos/{id}": { response: videos.Video },
  "POST /videos/{id}/views": { response: videos.VideoViews },
  "POST /videos/{id}/likes": { response: videos.VideoLikes },
  "POST /videos/": { body: videos.NewVideo, response: videos.Video },
  "POST /videos/upload": { response: videos.Video },
  "PUT /videos/{id}": { body: videos.EditVideoBody, response: videos.Video },
  "POST /videos/{id}/approve": { response: videos.Video },
  "DELETE /videos/{id}": {},
  "POST /videos/{id}/thumbnail": { response: videos.Video },
  "PUT /images/videos/{id}/thumbnail": { response: videos.Video },

  "POST /reports": { body: moderation.NewReport, response: Message },
  "GET /admin/flagged-messages": { query: moderation.FlaggedQuery, response: z.array(moderation.FlaggedItem) },
  "GET /admin/flagged-messages/count": { response: Count },
  "GET /admin/flagged-messages/{id}/context": { response: admin.FlaggedContext },
  "POST /admin/flagged-messages/{id}/approve": {},
  "POST /admin/flagged-messages/{id}/notify": {},
  "DELETE /admin/flagged-messages/{id}/delete": {},

  "GET /moderators/dashboard": { response: ModeratorMetrics },
  "GET /moderators/{id}/metrics": { response: ModeratorMetrics },
  "GET /moderators/{id}/dolls": { query: catalog.ModeratorDollsQuery, response: z.array(catalog.Doll) },
  "POST /moderators/{moderatorId}/dolls/{dollId}": {},
  "DELETE /moderators/{moderatorId}/dolls/{dollId}": {},
  "GET /moderators/moderators": { query: admin.ModeratorsQuery, response: z.array(admin.Moderator) },
  "GET /moderators/moderators/{id}": { response: admin.Moderator },
  "PUT /moderators/moderators/{id}": { body: admin.EditModerator, response: admin.Moderator },
  "POST /admin/moderators": { body: admin.NewModerator, response: admin.Moderator.extend(admin.invited) },
  "DELETE /moderators/{id}": {},

  "GET /admin/users": { query: admin.UsersQuery, response: z.array(admin.AdminUser) },
  "GET /admin/users/{id}/dependents": { response: admin.Dependents },
  "POST /admin/users/{id}/deactivate": {},
  "POST /admin/users/{id}/reactivate": {},
  "POST /admin/users/{id}/invitation": { response: admin.SentInvitation },
  "DELETE /admin/users/{id}/invitation": {},
  "POST /admin/users/{id}/suspend": {},
  "POST /admin/users/{id}/unsuspend": {},
  "POST /admin/users/{id}/sign-out": {},
  "POST /admin/users/{id}/revoke-keys": {},
  "DELETE /admin/users/{id}/second-factor": {},
  "GET /admin/customers/{id}": { response: customers.Customer },
  "POST /admin/customers/{id}/memberships": { body: customers.GrantMembership },
  "POST /admin/customers/{id}/memberships/end": { body: customers.EndMembership },
  "PUT /admin/customers/{id}/email": { body: customers.CorrectEmail },
  "POST /admin/customers/{id}/password-reset": {},
  "GET /admin/customers/{id}/returns": { query: customers.SectionQuery, response: customers.CustomerReturns },
  "GET /admin/customers/{id}/orders": { query: customers.SectionQuery, response: customers.CustomerOrders },
  "GET /admin/customers/{id}/payments": { query: customers.SectionQuery, response: customers.CustomerPayments },
  "GET /admin/customers/{id}/memberships": { query: customers.SectionQuery, response: customers.CustomerMemberships },
  "GET /admin/customers/{id}/reviews": { query: customers.SectionQuery, response: customers.CustomerReviews },
  "GET /admin/customers/{id}/chats": { query: customers.ChatsQuery, response: customers.CustomerChats },
  "GET /admin/customers/{id}/reports": { query: customers.SectionQuery, response: customers.CustomerReports },
  "GET /admin/customers/{id}/sessions": { query: customers.SectionQuery, response: customers.CustomerSessions },
  "GET /admin/customers/{id}/emails": { query: customers.SectionQuery, response: customers.CustomerEmails },
  "POST /admin/customers/{id}/emails/{emailId}/resend": {},
  "POST /admin/customers/{id}/tags": { body: customers.NewTag },
  "DELETE /admin/customers/{id}/tags/{tag}": { params: customers.TagParams },
  "GET /admin/customer-tags": { query: customers.TagQuery, response: z.array(customers.KnownTag) },
  "GET /admin/customers/{id}/timeline": { query: customers.TimelineQuery, response: customers.Timeline },
  "GET /admin/customers/{id}/notes": { query: customers.SectionQuery, response: customers.Notes },
  "POST /admin/customers/{id}/notes": { body: customers.NewNote, response: customers.Note },
  "GET /admin/customers/{id}/notes/people": { response: z.array(customers.Mentionable) },
  "GET /admin/orders/{id}/timeline": { query: customers.TimelineQuery, response: customers.Timeline },
  "GET /admin/orders/{id}/notes": { query: customers.SectionQuery, response: customers.Notes },
  "POST /admin/orders/{id}/notes": { body: customers.NewNote, response: customers.Note },
  "GET /admin/orders/{id}/notes/people": { response: z.array(customers.Mentionable) },
  "GET /chat/rooms/{id}/timeline": { query: customers.TimelineQuery, response: customers.Timeline },
  "GET /chat/rooms/{id}/notes": { query: customers.SectionQuery, response: customers.Notes },
  "POST /chat/rooms/{id}/notes": { body: customers.NewNote, response: customers.Note },
  "GET /chat/rooms/{id}/notes/people": { response: z.array(customers.Mentionable) },
  "PATCH /notes/{id}": { body: customers.NewNote, response: customers.Note },
  "DELETE /notes/{id}": {},
  "GET /admin/admins": { query: admin.AdminsQuery, response: z.array(admin.AdminAccount) },
  "GET /admin/admins/{id}": { response: admin.AdminAccount },
  "POST /admin/admins": { body: admin.NewAdmin, response: admin.AdminAccount.extend(admin.invited) },
  "PUT /admin/admins/{id}": { body: admin.EditAdmin, response: admin.AdminAccount },
  "DELETE /admin/admins/{id}": {},

  "GET /admin/dashboard-stats": { response: admin.DashboardStats },
  "GET /admin/setup": { response: admin.Setup },
  "POST /admin/letters/test": { response: admin.TestEmail },
  "GET /admin/revenue": { query: admin.RevenueQuery, response: admin.Revenue },
  "GET /admin/reports/sales": { query: reports.SalesReportQuery, response: reports.SalesReport },
  "GET /admin/reports/memberships": { query: reports.ReportQuery, response: reports.MembershipReport },
  "GET /admin/reports/taxes": { query: reports.ReportQuery, response: reports.TaxReport },
  "GET /admin/reports/responses": { query: reports.ReportQuery, response: reports.ResponseReport },
  "GET /admin/recent-activity": { query: admin.ActivityQuery, response: admin.Activities },
  "GET /admin/contacts": { query: admin.ContactsQuery, response: z.array(admin.ContactMessage) },
  "GET /admin/contacts/people": { response: z.array(admin.ContactAssignee) },
  "GET /admin/contacts/{id}": { response: admin.ContactDetail },
  "GET /admin/contacts/{id}/orders": { query: customers.SectionQuery, response: customers.CustomerOrders },
  "POST /admin/contacts/{id}/answers": { body: admin.AnswerContact, response: Message },
  "PATCH /admin/contacts/{id}": { body: admin.EditContact, response: admin.ContactMessage },
  "GET /admin/audit-log": { query: admin.AuditQuery, response: z.array(admin.AuditEntry) },
  "GET /admin/audit-log/verify": { response: admin.AuditVerification },
  "GET /admin/audit-log/{id}": { response: admin.AuditEntry },
  "GET /admin/letters/dead": { query: FailedEmailQuery, response: z.array(FailedEmail) },
  "GET /admin/api-keys": { response: z.array(integrations.ApiKey) },
  "POST /admin/api-keys": { body: integrations.NewApiKey, response: integrations.CreatedApiKey },
  "DELETE /admin/api-keys/{id}": {},
  "GET /admin/webhooks": { response: z.array(integrations.Webhook) },
  "POST /admin/webhooks": { body: integrations.NewWebhook, response: integrations.CreatedWebhook },
  "GET /admin/webhooks/{id}": { response: integrations.Webhook },
  "PATCH /admin/webhooks/{id}": { body: integrations.EditWebhook, response: integrations.Webhook },
  "DELETE /admin/webhooks/{id}": {},
  "POST /admin/webhooks/{id}/rotate-secret": { response: integrations.CreatedWebhook },
  "POST /admin/webhooks/{id}/test": { response: integrations.WebhookDelivery },
  "GET /admin/webhook-deliveries": {
    query: integrations.DeliveriesQuery,
    response: z.array(integrations.WebhookDelivery),
  },
  "GET /admin/webhook-deliveries/{id}": { response: integrations.WebhookDelivery },
  "POST /admin/webhook-deliveries/{id}/send": {
    body: integrations.SendAgain,
    response: integrations.WebhookDelivery,
  },
  "GET /admin/age": { response: AgeState },
  "GET /settings": { response: admin.PublicSettings },
  "GET /admin/settings": { response: admin.ShopSettings },
  "GET /admin/brand": { response: brand.Brand },
  "PUT /admin/brand": { response: brand.Brand },
  "DELETE /admin/brand": { response: brand.Brand },
  "PATCH /admin/settings": { body: admin.EditShopSettings, response: admin.ShopSettings },
  "GET /admin/home-reviews": { query: reviews.VerifiedReviewsQuery, response: z.array(reviews.VerifiedReview) },
  "PUT /admin/home-reviews/{id}": {},
  "DELETE /admin/home-reviews/{id}": {},
  "GET /admin/copy": { response: z.array(copy.CopyWork) },
  "GET /admin/copy/{page}/{language}": { params: copy.CopyPlace, response: copy.CopyOfPage },
  "PATCH /admin/copy/{page}/{language}": { params: copy.CopyPlace, body: copy.EditCopy, response: copy.CopyOfPage },
  "POST /admin/copy/{page}/{language}/preview": {
    params: copy.CopyPlace,
    body: copy.CopyWords,
    response: copy.PreviewedPage,
  },
  "GET /admin/shipping": { response: selling.Selling },
  "PATCH /admin/shipping": { body: selling.EditSelling, response: selling.Selling },
} satisfies Record<string, Schemas>

export type Api = typeof api

/** "GET /orders/{id}" as the type of a call: `GET /orders/${number}`. Parameters that are not ids are strings. */
type Called<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}${Name extends "id" | `${string}Id` ? number : string}${Called<After>}`
  : Path

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
export type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
export type Member<Entry, Name> = Name extends keyof Entry ? Entry[Name] : undefined

/** The types of each call, by its address: `Calls["GET /orders/7"]["response"]`. */
export type Calls = {
  [Path in keyof Api as Called<Path>]: {
    body: Input<Member<Api[Path], "body">>
    query: Input<Member<Api[Path], "query">>
    response: Output<Member<Api[Path], "response">>
  }
}
export type Call = keyof Calls
