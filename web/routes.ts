import { index, layout, type RouteConfig, route } from "@react-router/dev/routes"

/** Every address of the shop, by hand. */
export default [
  layout("shell/ShopLayout.tsx", [
    index("shop/home.tsx"),
    route("models", "shop/models.tsx"),
    route("model/:id", "shop/model.tsx"),
    route("*", "shop/not-found.tsx"),
  ]),
] satisfies RouteConfig
