/** The games of the mini-app. */
export const GAME_KEYS = ["spin-wheel", "recon-grid"] as const;
export type GameKey = (typeof GAME_KEYS)[number];
