import { expect, test } from "bun:test";
import { join } from "node:path";
import { COMMANDS } from "../../src/commands/index.ts";
import { settingsTable } from "../../src/compose/describe-settings.ts";
import { CHECKS, RETENTION } from "../../src/compose/modules.ts";
import { buildRunbook } from "../../src/modules/operations/alerts/index.ts";
import { describeKept } from "../../src/modules/platform/retention/index.ts";

/** Generated parts of the reference. `RENEW=1 bun test test/drift/readme.test.ts` updates them. */
const REFERENCE = join(import.meta.dir, "../../docs/reference.md");
const README = join(import.meta.dir, "../../README.md");

const GENERATED: Record<string, () => string> = {
  commands: () =>
    [
      "| Command | Does |",
      "|---|---|",
      ...COMMANDS.filter((command) => command.isInternal !== true).map(
        ({ usage, summary }) => `| \`${usage.replaceAll("|", "\\|")}\` | ${summary} |`,
      ),
    ].join("\n"),
  settings: settingsTable,
  alarms: () =>
    [
      "| Alarm | Means | First |",
      "|---|---|---|",
      ...buildRunbook(CHECKS).map(({ name, means, steps }) => `| ${name} | ${means} | ${steps[0]} |`),
    ].join("\n"),
  retention: () =>
    [
      "| Rows | Tables | Kept |",
      "|---|---|---|",
      ...RETENTION.flatMap(({ rows: all, windows }) =>
        windows.map((window) => {
          const { rows = all, tables } = window;
          const time = describeKept(window).replace(/^[A-Z_]{2,}/, "`$&`");
          return `| ${rows} | ${tables.map((table) => `\`${table}\``).join(", ")} | ${time} |`;
        }),
      ),
    ].join("\n"),
};

test("the reference's tables of commands, settings, alarms and kept rows match the code", async () => {
  const text = await Bun.file(REFERENCE).text();
  const renewed = Object.entries(GENERATED).reduce(
    (result, [name, make]) => replacePart(result, name, make()),
    text,
  );
  if (Bun.env.RENEW === "1") await Bun.write(REFERENCE, renewed);
  else expect(text).toBe(renewed);
});

function replacePart(text: string, name: string, content: string): string {
  const pattern = new RegExp(`<!-- ${name} -->\\n(?:[\\s\\S]*?<!-- /${name} -->)?`);
  if (!pattern.test(text)) throw new Error(`the reference has no place for ${name}`);
  return text.replace(pattern, () => `<!-- ${name} -->\n${content}\n<!-- /${name} -->`);
}

test("the README has fewer than 150 lines", async () => {
  expect((await Bun.file(README).text()).split("\n").length).toBeLessThan(150);
});
