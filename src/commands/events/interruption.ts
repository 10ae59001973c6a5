/** Aborted by Ctrl-C or SIGTERM. */
export function whenInterrupted(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}
