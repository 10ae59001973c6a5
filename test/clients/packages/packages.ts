import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientPackages } from "../../../release/clients/client-packages.ts";
import { VERSION } from "../../../src/kit/process/version.ts";
import { run } from "../../harness/processes/programs.ts";

/** The packages as `bun run release` writes them, unpacked where programs find them. */
export interface UnpackedPackages {
  folder: string;
  files: string[];
  /** Runs a program with one of the clients. @returns the JSON that it prints */
  run(language: "TypeScript" | "Python", program: string, ...args: string[]): Promise<unknown>;
  remove(): void;
}

export async function unpackPackages(): Promise<UnpackedPackages> {
  const folder = mkdtempSync(join(tmpdir(), "salute-packages-"));
  const made = await clientPackages(VERSION, 0);
  for (const { file, bytes } of made) writeFileSync(join(folder, file), bytes);
  const files = made.map(({ file }) => file);
  const modules = join(folder, "node_modules/salute-client");
  await succeed(["mkdir", "-p", modules, join(folder, "wheel")]);
  const [npm = "", wheel = ""] = files.map((file) => join(folder, file));
  await succeed(["tar", "xzf", npm, "-C", modules, "--strip-components=1"]);
  await succeed(["python3", "-m", "zipfile", "-e", wheel, join(folder, "wheel")]);
  return {
    folder,
    files,
    run: async (language, program, ...args) => {
      const stdout =
        language === "TypeScript"
          ? await succeed(["node", "--input-type=module", "-e", program, ...args], folder)
          : await succeed(["python3", "-c", program, ...args], folder, {
              PYTHONPATH: join(folder, "wheel"),
              PYTHONDONTWRITEBYTECODE: "1",
            });
      return JSON.parse(stdout);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function succeed(
  command: string[],
  cwd?: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const { exitCode, stdout, stderr } = await run(command, {
    ...(cwd === undefined ? {} : { cwd }),
    environment,
  });
  if (exitCode !== 0) throw new Error(`${command.slice(0, 3).join(" ")}: ${stderr}`);
  return stdout;
}
