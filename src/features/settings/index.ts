export { readSafeMode, type SafeMode, switchSafeMode } from "./safe-mode.ts";
export { readSetting, writeSetting } from "./store.ts";
