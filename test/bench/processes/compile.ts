/**
 * Compiles a C program of the benchmarks.
 *
 * @param options further options of the compiler, behind the source
 * @throws Error if there is no C compiler, or if it fails
 */
export function compile(source: string, output: string, options: readonly string[] = []): void {
  if (Bun.which("cc") === null)
    throw new Error(
      `the C compiler cc is missing, and this benchmark compiles ${source}: apt-get install gcc libc6-dev`,
    );
  const { success, stderr } = Bun.spawnSync(["cc", "-O2", "-o", output, source, ...options]);
  if (!success)
    throw new Error(`${source} could not be compiled (it needs gcc and libc6-dev of Debian): ${stderr}`);
}
