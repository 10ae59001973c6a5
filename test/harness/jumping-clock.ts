import { existsSync, readFileSync } from "node:fs";

/** Preloaded into a process: its clock differs by the milliseconds in CLOCK_JUMP_FILE from when the file is there. */
const path = process.env.CLOCK_JUMP_FILE ?? "";
const now = Date.now;
let jumpMs = 0;
Date.now = () => now() + jumpMs;
const look = () => {
  if (existsSync(path)) jumpMs = Number(readFileSync(path, "utf8"));
};
look();
setInterval(look, 10).unref();
