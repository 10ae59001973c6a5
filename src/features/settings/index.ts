export { readSafeMode, type SafeMode, switchSafeMode } from "./safe-mode.ts";
export { deleteSetting, FIRST_START_SETTING, readSetting, writeSetting } from "./store.ts";
