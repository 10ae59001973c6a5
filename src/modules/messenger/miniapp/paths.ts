/** Where the mini-app's pages and files are. */
export const MINIAPP_PATHS = {
  page: "/miniapp",
  verify: "/miniapp/verify",
  app: "/miniapp/app.js",
  bridge: "/miniapp/bridge.js",
  draws: "/miniapp/draws.js",
  verifyScript: "/miniapp/verify.js",
  stylesheet: "/miniapp/app.css",
} as const;
