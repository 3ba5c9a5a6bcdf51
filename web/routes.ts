import { index, layout, type RouteConfig, route } from "@react-router/dev/routes"

/** Every address of the shop, by hand. */
export default [
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
    route("cart", "checkout/cart.tsx"),
    route("checkout", "checkout/checkout.tsx"),
    route("success", "checkout/success.tsx"),
    route("cancel", "checkout/cancel.tsx"),
    route("*", "shop/not-found.tsx"),
  ]),
] satisfies RouteConfig
