import { index, layout, type RouteConfig, route } from "@react-router/dev/routes"

/** Every address of the shop, by hand. */
export default [
  route("robots.txt", "seo/robots.ts"),
  route("sitemap.xml", "seo/sitemap.ts"),
  route("underage", "shop/pages/underage.tsx"),
  layout("shell/ShopLayout.tsx", [
    index("shop/home.tsx"),
    route("models", "shop/models.tsx"),
    route("model/:id", "shop/model.tsx"),
    route("login", "account/login.tsx"),
    route("forgot-password", "account/forgot-password.tsx"),
    route("reset-password", "account/reset-password.tsx"),
    route("verify-email", "account/verify-email.tsx"),
    route("dashboard", "account/dashboard.tsx"),
    route("orders", "account/orders-redirect.ts"),
    route("order/:orderId", "account/order.tsx"),
    route("chat", "chat/chat.tsx"),
    route("model-chat/:id", "chat/model-chat.tsx"),
    route("cart", "checkout/cart.tsx"),
    route("checkout", "checkout/checkout.tsx"),
    route("success", "checkout/success.tsx"),
    route("cancel", "checkout/cancel.tsx"),
    route("subscription-checkout", "checkout/subscription-checkout.tsx"),
    route("success-subscription", "checkout/success-subscription.tsx"),
    route("cancel-subscription", "checkout/cancel-subscription.tsx"),
    route("moderator", "moderator/moderator.tsx"),
    route("moderator-assignments", "staff/assignments/assignments.tsx"),
    route("moderator-chat-activity/:id", "staff/moderatorActivity.tsx"),
    route("staff-dashboard", "staff/dashboard.tsx"),
    route("admin", "admin/admin.tsx"),
    route("admin/model/edit/:id", "admin/models/edit.tsx"),
    route("upgrade", "shop/pages/upgrade.tsx"),
    route("contact", "shop/pages/contact.tsx"),
    route("newsletter/confirm", "account/newsletter-confirm.tsx"),
    route("newsletter/unsubscribe", "account/newsletter-unsubscribe.tsx"),
    route("terms", "shop/pages/terms.tsx"),
    route("privacy", "shop/pages/privacy.tsx"),

    // Rooms that open with the next release.
    route("vip-content", "shell/later/member.tsx", { id: "vip-content" }),
    route("video/:id", "shell/later/video.tsx"),

    route("*", "shop/not-found.tsx"),
  ]),
] satisfies RouteConfig
