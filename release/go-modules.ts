/** A Go module in a program. */
export interface GoModule {
  path: string;
  version: string;
  /** Its hash in Go's checksum database: h1:…; empty for the standard library. */
  sum: string;
}

/** The modules in a program built by Go, and Go's standard library. @throws Error if it is no such program */
export function goModulesIn(program: string): GoModule[] {
  const { stdout, exitCode } = Bun.spawnSync(["go", "version", "-m", program], { stderr: "ignore" });
  const text = stdout.toString();
  const go = /: go(\S+)/.exec(text)?.[1];
  if (exitCode !== 0 || go === undefined) throw new Error(`${program} was not built by Go`);
  const lines = text.matchAll(/^\t(?:dep|=>)\t(\S+)\t(\S+)\t(h1:\S+)$/gm);
  const modules = [...lines].map(([, path = "", version = "", sum = ""]) => ({ path, version, sum }));
  return [{ path: "std", version: go, sum: "" }, ...modules];
}
