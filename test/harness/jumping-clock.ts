import { existsSync, readFileSync } from "node:fs";

/** Preloaded into a process: its clock differs by the milliseconds in CLOCK_JUMP_FILE from when the file is there. */
const path = process.env.CLOCK_JUMP_FILE ?? "";
const now = Date.now;
let jumpMs = 0;
Date.now = () => now() + jumpMs;
setInterval(() => {
  if (existsSync(path)) jumpMs = Number(readFileSync(path, "utf8"));
}, 10).unref();
