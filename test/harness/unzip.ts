import { writeFileSync } from "node:fs";
import { join } from "node:path";

const SCRIPT =
  "import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({n: z.read(n).decode() for n in z.namelist()}))";

/** The text files of a ZIP, read by a program that is not ours. @param scratch directory for the file */
export function unzip(scratch: string, bytes: Uint8Array): Record<string, string> {
  const path = join(scratch, "archive.zip");
  writeFileSync(path, bytes);
  const read = Bun.spawnSync(["python3", "-c", SCRIPT, path]);
  if (read.exitCode !== 0) throw new Error(read.stderr.toString());
  return JSON.parse(read.stdout.toString());
}
