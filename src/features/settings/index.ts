export { readSafeMode, type SafeMode, switchSafeMode } from "./safe-mode.ts";
export { deleteSetting, readSetting, writeSetting } from "./store.ts";
