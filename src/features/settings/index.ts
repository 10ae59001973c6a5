export { readSafeMode, type SafeMode, switchSafeMode } from "./safe-mode.ts";
export { FIRST_START_SETTING, LOG_UID_SETTING, readSetting, writeSetting } from "./store.ts";
