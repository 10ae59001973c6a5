/**
 * Terminates a child process, kills it if it does not exit in time, and waits until it has exited. Returns whether it
 * exited in time.
 */
export async function endChild(
  child: Pick<Bun.Subprocess, "kill" | "exited">,
  waitMs: number,
): Promise<boolean> {
  let isInTime = true;
  const timer = setTimeout(() => {
    isInTime = false;
    child.kill("SIGKILL");
  }, waitMs);
  child.kill("SIGTERM");
  await child.exited;
  clearTimeout(timer);
  return isInTime;
}
