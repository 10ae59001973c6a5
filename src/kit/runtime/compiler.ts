import { SECOND_MS } from "../clock.ts";

/**
 * The executable starts with a compiler that waits 100 times longer (build/executable.ts), because most of a start runs once: its
 * first 2.5 s take 0.15 s of processor time instead of 0.19, and /readyz answers 9 to 12 ms sooner. After a second the compiler
 * works as usual. To turn it off, build without `--compile-jit-policy`: this call then changes nothing.
 */
export function compileAsUsualSoon(): void {
  setTimeout(() => Bun.unsafe.setJITPolicy(1), SECOND_MS).unref();
}
