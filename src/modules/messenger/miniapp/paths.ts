/** Paths of the mini-app's pages and files. */
export const MINIAPP_PATHS = {
  page: "/miniapp",
  verify: "/miniapp/verify",
  app: "/miniapp/app.js",
  bridge: "/miniapp/bridge.js",
  draws: "/miniapp/draws.js",
  verifyScript: "/miniapp/verify.js",
  /** For a wallet's browser; its fragment is a ticket. */
  wallet: "/miniapp/wallet",
  walletScript: "/miniapp/wallet.js",
  stylesheet: "/miniapp/app.css",
} as const;
