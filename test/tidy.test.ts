import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { Glob } from "bun";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  type DoWhileStatement,
  type ForStatement,
  parseSync,
  Visitor,
  type WhileStatement,
} from "oxc-parser";

/** The rules of the house, as tests: each names what it keeps out, and where it may stand. */

const ROOT = resolve(import.meta.dir, "..");
/** Programs that readers of our pages run on machines of their own: text to us. */
const SNIPPETS = "src/modules/developers/guide/snippets/";
const files = [...new Glob("src/**/*.{ts,tsx}").scanSync(ROOT)]
  .filter((file) => !file.startsWith(SNIPPETS))
  .sort();
const source = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

/** Functions whose arguments have the order of a published text, or of an inner loop's arithmetic. */
const IN_A_FIXED_ORDER = new Set(["src/kit/crypto/canonical-string.ts", "src/chain/scan/account-records.ts"]);

interface Import {
  from: string;
  /** A file of ours relative to the root, or a package's name. */
  to: string;
  isType: boolean;
}

const imports: Import[] = files.flatMap((from) =>
  [
    ...(source.get(from) ?? "").matchAll(
      /^\s*(?:import|export)\s+(type\s)?[^;"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gm,
    ),
  ].map((match) => {
    const name = match[2] ?? match[3] ?? "";
    return {
      from,
      to: name.startsWith(".") ? relative(ROOT, resolve(ROOT, dirname(from), name)) : name,
      isType: match[1] !== undefined,
    };
  }),
);

const room = (file: string): string => file.split("/")[1] ?? "";
const moduleOf = (file: string): string | null => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? null;
const feature = (file: string): string | null => /^src\/modules\/([^/]+\/[^/]+)\//.exec(file)?.[1] ?? null;
const isOurs = (name: string): boolean => name.startsWith("src/") || name.startsWith("drizzle/");

/** The modules that each may import; platform is below all of them. */
const BELOW: Record<string, string[]> = {
  platform: [],
  access: [],
  webhooks: [],
  ledger: ["webhooks"],
  token: [],
  "share-links": [],
  sandbox: ["webhooks", "ledger", "access", "token"],
  transparency: ["token"],
  status: ["token", "transparency"],
  messenger: ["webhooks", "ledger", "token", "transparency"],
};
const ALL_BELOW = Object.keys(BELOW);
BELOW.operations = ALL_BELOW;
BELOW.desk = [...ALL_BELOW, "operations"];
BELOW.portal = [...ALL_BELOW, "operations", "desk"];
BELOW.developers = [...ALL_BELOW, "operations", "desk", "portal"];

function offenders(rule: (each: Import) => boolean): string[] {
  return imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`);
}

function mentions(pattern: RegExp, allowed: (file: string) => boolean): string[] {
  return files.filter((file) => !allowed(file) && pattern.test(stripComments(source.get(file) ?? "")));
}

function stripComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

/** Libraries that take long to load, and that a start does without: loaded by the code that first needs them. */
const LOADED_WHEN_USED = [
  "@noble/curves/ed25519.js",
  "@solana/web3.js",
  "age-encryption",
  "elysia",
  "fflate",
  "nodemailer",
  "tar-stream",
  "yaml",
];

describe("direction of imports", () => {
  test("a start loads no library that only some requests need", () => {
    expect(offenders(({ isType, to }) => !isType && LOADED_WHEN_USED.includes(to))).toEqual([]);
  });

  test("kit imports nothing of ours", () => {
    expect(offenders(({ from, to }) => room(from) === "kit" && isOurs(to) && room(to) !== "kit")).toEqual([]);
  });

  test("db, http and chain import only kit and what is below them", () => {
    const below: Record<string, string[]> = {
      db: ["db", "kit"],
      http: ["http", "db", "kit"],
      chain: ["chain", "kit"],
    };
    expect(
      offenders(({ from, to }) => {
        const allowed = below[room(from)];
        return allowed !== undefined && to.startsWith("src/") && !allowed.includes(room(to));
      }),
    ).toEqual([]);
  });

  test("http names no code, limit, scope or path of a module", () => {
    const declared = [
      { block: /defineErrors\(\{[\s\S]*?\n\s*\}\)/g, name: /^ {2,4}(\w+): \{\n/gm },
      { block: /\n {2}limits: \([\s\S]*?\n {2}\}\)/g, name: /^ {4}(\w+): \{/gm },
    ];
    const names = declared.flatMap(({ block, name }) =>
      files
        .filter((file) => room(file) === "modules")
        .flatMap((file) => (source.get(file) ?? "").match(block) ?? [])
        .flatMap((text) => [...text.matchAll(name)].map(([, each = ""]) => each)),
    );
    expect(names).toContain("webhook_not_found");
    expect(names).toContain("short_links");
    const scopes =
      /SCOPES = \[([^\]]+)\]/.exec(source.get("src/modules/access/keys/scopes.ts") ?? "")?.[1] ?? "";
    expect(scopes).toContain('"donation"');
    // Other things are called "read" too, and "ledger" is a source of answers.
    names.push(...[...scopes.matchAll(/\w+/g)].map(([name]) => name).filter((name) => name !== "read"));
    const quoted = new RegExp(`"(${names.join("|")})"|["\`]/api/(partner/sandbox|salutes)/`);
    // Reasons of a 403 are one published list, over all surfaces.
    const isList = (file: string) => file === "src/http/answers/refusal-reason.ts";
    expect(mentions(quoted, (file) => room(file) !== "http" || isList(file))).toEqual([]);
  });

  test("pages are given what they show: they import only kit", () => {
    const isBelow = (to: string) => ["pages", "kit"].includes(room(to));
    expect(
      offenders(({ from, to }) => room(from) === "pages" && to.startsWith("src/") && !isBelow(to)),
    ).toEqual([]);
  });

  test("modules import no composition, job runner, doctor, command or app", () => {
    const above = ["compose", "jobs", "doctor", "commands", "app.ts", "main.ts"];
    expect(
      offenders(({ from, to }) => room(from) === "modules" && isOurs(to) && above.includes(room(to))),
    ).toEqual([]);
  });

  test("a module imports only the modules below it, types too", () => {
    expect(
      offenders(({ from, to }) => {
        const [own, other] = [moduleOf(from), moduleOf(to)];
        if (own === null || other === null || own === other || other === "platform") return false;
        return BELOW[own]?.includes(other) !== true;
      }),
    ).toEqual([]);
    const unknown = files.map(moduleOf).filter((name) => name !== null && BELOW[name] === undefined);
    expect(unknown).toEqual([]);
  });

  test("a feature is reached only through its index", () => {
    expect(
      offenders(({ from, to }) => {
        const target = feature(to);
        return target !== null && feature(from) !== target && !to.endsWith("/index.ts");
      }),
    ).toEqual([]);
  });

  test("no files import each other in a circle, types included", () => {
    const edges = Map.groupBy(
      imports.filter((each) => isOurs(each.to)),
      (each) => each.from,
    );
    const done = new Set<string>();
    const loops: string[] = [];
    const visit = (file: string, trail: string[]): void => {
      if (trail.includes(file)) loops.push([...trail.slice(trail.indexOf(file)), file].join(" -> "));
      if (trail.includes(file) || done.has(file)) return;
      for (const edge of edges.get(file) ?? []) visit(edge.to, [...trail, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(loops).toEqual([]);
  });

  test("elysia stays in http, and nothing of drizzle runs", () => {
    expect(mentions(/"elysia"/, (file) => room(file) === "http")).toEqual([]);
    const isTable = (file: string) => file.startsWith("src/db/tables/");
    expect(
      offenders(
        ({ from, to, isType }) => !isType && (to.startsWith("drizzle-orm") || isTable(to)) && !isTable(from),
      ),
    ).toEqual([]);
  });
});

describe("one door for each outside thing", () => {
  test("the environment is read in config.ts", () => {
    expect(mentions(/process\.env|Bun\.env/, (file) => file === "src/compose/config.ts")).toEqual([]);
  });

  test("time, randomness and ids come from kit", () => {
    expect(
      mentions(
        /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID|getRandomValues/,
        (file) => room(file) === "kit",
      ),
    ).toEqual([]);
  });

  test("fetch is called in client files only", () => {
    expect(
      mentions(
        /(?<![.\w])fetch\(/,
        (file) => /(^|\/)client\.ts$/.test(file) || file === "src/commands/call.ts",
      ),
    ).toEqual([]);
  });
});

describe("what pages may hold", () => {
  test("text is escaped by the renderer: no markup is set from a string", () => {
    expect(mentions(/dangerouslySetInnerHTML/, () => false)).toEqual([]);
  });

  test("HTML is made in one place", () => {
    expect(mentions(/renderToString|text\/html;/, (file) => file === "src/pages/html-response.ts")).toEqual(
      [],
    );
  });
});

test("sentences avoid the patterns that make readers stumble", () => {
  const PATTERNS = [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|other|later|need|way)[a-z]+/i,
    /\bwhoever\b|\bnobody of them\b|\bgoes by\b/i,
    /\b(?:of|for) what\b/i,
    /(?:\/\*\*|\* )The same, /,
    /\bnull where (?:no|not|none|nobody|nothing)\b/i,
  ];
  const texts = [...new Glob("{docs,src}/**/*.{md,ts,tsx}").scanSync(ROOT), "README.md", "CONTRIBUTING.md"];
  const found = texts
    // A log of measurements, and programs of others' languages.
    .filter((file) => file !== "docs/performance-log.md" && !file.startsWith(SNIPPETS))
    .flatMap((file) => {
      const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
      return lines.flatMap((line, index) =>
        PATTERNS.some((pattern) => pattern.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      );
    });
  expect(found).toEqual([]);
});

describe("classes of pages", () => {
  const styles = [...new Glob("src/**/*.css").scanSync(ROOT)]
    .map((file) => readFileSync(join(ROOT, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, ""))
    .join("\n");
  const styled = new Set([...styles.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
  /** Classes that scripts of ours, and Swagger UI, look for. */
  const HOOKS = new Set(["selection", "swagger-ui", "wrapper"]);

  test("each has a style", () => {
    const CLASS = /\bclass=(?:"([^"]*)"|\{`([^`]*)`\})/g;
    const unknown = files.flatMap((file) =>
      [...(source.get(file) ?? "").matchAll(CLASS)].flatMap(([, fixed, built = ""]) =>
        (fixed ?? built)
          // What follows a part in braces, or precedes one, is a part of a name.
          .replaceAll(/[\w-]*\$\{[^}]*\}[\w-]*/g, " ")
          .split(/\s+/)
          .filter((name) => name !== "" && !styled.has(name) && !HOOKS.has(name))
          .map((name) => `${file}: ${name}`),
      ),
    );
    expect(unknown).toEqual([]);
  });
});

test("markup names its renderer: a start from another directory does not see this one's tsconfig.json", () => {
  const nameless = files.filter(
    (file) => file.endsWith(".tsx") && !source.get(file)?.startsWith("/** @jsxImportSource preact */"),
  );
  expect(nameless).toEqual([]);
});

describe("tables", () => {
  const WRITES =
    /\b(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM)\s+`?([a-z_]+)`?(?=\s*(?:\(|SET|INDEXED|WHERE|AS|SELECT|VALUES|LIMIT|[`"]))/g;
  /** Features that keep one set of tables together; and a seed, which fills a file that is nobody's yet. */
  const TOGETHER: Record<string, string> = {
    "webhooks/events": "webhooks/deliveries",
    "webhooks/webhooks": "webhooks/deliveries",
    "token/transactions": "token/figures",
  };
  const isSeed = (file: string) => /\/[\w-]*seed\.ts$/.test(file);

  test("only the feature that owns a table writes it", () => {
    const writers = new Map<string, Set<string>>();
    for (const file of files) {
      const name = feature(file);
      if (name === null || isSeed(file)) continue;
      for (const [, table = ""] of (source.get(file) ?? "").matchAll(WRITES))
        writers.set(table, (writers.get(table) ?? new Set()).add(TOGETHER[name] ?? name));
    }
    const shared = [...writers].filter(([, owners]) => owners.size > 1);
    expect(shared.map(([table, owners]) => `${table}: ${[...owners].join(", ")}`)).toEqual([]);
  });

  /** What a file gives `get`, `all` or `iterate` as the type of rows, written out member by member. */
  function rowTypes(text: string): { name: string; members: string[] }[] {
    const named = [...text.matchAll(/\b(?:interface|type) (\w+)[^{;]*\{([^{}]*)\}/g)]
      .filter(([, name]) => new RegExp(`\\.(?:get|all|iterate)<${name}>`).test(text))
      .map(([, name = "", body = ""]) => ({ name, body }));
    const inline = [...text.matchAll(/\.(?:get|all|iterate)<\{([^{}]*)\}/g)];
    return [...named, ...inline.map(([, body = ""]) => ({ name: "{…}", body }))].map(({ name, body }) => ({
      name,
      members: [...body.matchAll(/(\w+): (?:string|number)(?: \| null)?(?=;|\s*$)/g)].map(
        ([, member = ""]) => member,
      ),
    }));
  }

  test("rows are typed by their tables: no type of rows lists two columns of a table by hand", async () => {
    const tables = new Map<string, ReadonlySet<string>>();
    for (const file of files.filter((each) => each.startsWith("src/db/tables/")))
      for (const table of Object.values(await import(join(ROOT, file))))
        if (is(table, SQLiteTable))
          tables.set(getTableName(table), new Set(Object.keys(getTableColumns(table))));
    expect(tables.get("partner_keys")).toContain("key_id");
    const repeated = files
      .filter((file) => room(file) !== "db")
      .flatMap((file) => {
        const text = stripComments(source.get(file) ?? "");
        const used = [...tables].filter(([table]) =>
          new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE) ${table}\\b`).test(text),
        );
        return rowTypes(text)
          .filter(({ members }) =>
            used.some(([, columns]) => members.filter((each) => columns.has(each)).length > 1),
          )
          .map(({ name }) => `${file}: ${name}`);
      });
    expect(repeated).toEqual([]);
  });
});

describe("how it reads", () => {
  test("no type is let loose", () => {
    expect(mentions(/:\s*any\b|\bas any\b|@ts-(ignore|nocheck|expect-error)/, () => false)).toEqual([]);
  });

  test("parsed JSON is checked before it has a type: no cast, and no member taken of it", () => {
    const found = files.flatMap((file) => {
      const text = source.get(file) ?? "";
      if (!text.includes("JSON.parse(")) return [];
      const isParse = (node: { start: number; end: number } | null) =>
        node !== null && /^\(?(await )?JSON\.parse\(/.test(text.slice(node.start, node.end));
      const uses: string[] = [];
      const look = (at: { start: number }, value: { start: number; end: number } | null) => {
        if (isParse(value)) uses.push(`${file}:${text.slice(0, at.start).split("\n").length}`);
      };
      new Visitor({
        TSAsExpression: (node) => look(node, node.expression),
        MemberExpression: (node) => look(node, node.object),
        VariableDeclarator: (node) => {
          const isUnknown = node.id.type === "Identifier" && node.id.typeAnnotation?.typeAnnotation.type;
          if (isUnknown !== "TSUnknownKeyword") look(node, node.init);
        },
      }).visit(parseSync(file, text).program);
      return uses;
    });
    expect(found).toEqual([]);
  });

  test("an exported function has a verb for a name: none ends in Of", () => {
    const named = /^export (?:async )?(?:function\*?|const) (\w+Of)\b/gm;
    const found = [...files, ...new Glob("src/**/*.js").scanSync(ROOT)].flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(named)].map(([, name]) => `${file}: ${name}`),
    );
    // A kind of shape, like those of Type.
    expect(found).toEqual(["src/http/schema/shapes.ts: OneOf"]);
  });

  test("one meaning per verb: find returns one row or null, list many, and stores change rows by CONTRIBUTING's verbs", () => {
    const MANY =
      /\[\](?:>?$| \|)|^\{.*\[\]|^(?:Promise<)?(?:Readonly)?(?:Array|Async\w+|Generator|Iter\w+|Map|Set)</;
    const ONE =
      /\| (?:null|undefined)>?$|^(?:Promise<)?(?:bigint|boolean|number|Response|string|void)\b(?!\[)/;
    const found = files.flatMap((file) => {
      const text = source.get(file) ?? "";
      const isStore = /^src\/modules\/.*[/-]store\.ts$/.test(file);
      const wrong: string[] = [];
      new Visitor({
        ExportNamedDeclaration: ({ declaration }) => {
          if (declaration?.type !== "FunctionDeclaration") return;
          const { id, returnType } = declaration;
          const name = id?.name ?? "";
          const [verb] = /^[a-z]+/.exec(name) ?? [];
          const type = returnType?.typeAnnotation;
          const returned = type ? text.slice(type.start, type.end).replaceAll(/\s+/g, " ") : "";
          if (
            (verb === "find" && MANY.test(returned)) ||
            (verb === "list" && ONE.test(returned)) ||
            (isStore && /^(?:change|edit|put|remove|save|store)[A-Z]/.test(name))
          )
            wrong.push(`${file}: ${name}`);
        },
      }).visit(parseSync(file, text).program);
      return wrong;
    });
    expect(found).toEqual([]);
  });

  test("a file is one idea: at most 250 lines", () => {
    const long = files.filter((file) => (source.get(file) ?? "").trimEnd().split("\n").length > 250);
    expect(long).toEqual([]);
  });

  test("a function takes at most three positional arguments", () => {
    const found = files.flatMap((file) => {
      const text = source.get(file) ?? "";
      const long: string[] = [];
      const look = (made: { params: unknown[]; start: number }) => {
        const line = text.slice(0, made.start).split("\n").length;
        if (made.params.length > 3 && !IN_A_FIXED_ORDER.has(file)) long.push(`${file}:${line}`);
      };
      new Visitor({
        ArrowFunctionExpression: look,
        FunctionDeclaration: look,
        FunctionExpression: look,
      }).visit(parseSync(file, text).program);
      return long;
    });
    expect(found).toEqual([]);
  });

  test("tests wait with until(): no loop of theirs ends with a pause, unless it paces a load", () => {
    const PAUSE = /^await Bun\.sleep\(/;
    const PACED = new Set([
      "test/bench/small.ts",
      "test/binary/full-disk.test.ts",
      "test/jobs/retention.test.ts",
      "test/modules/operations/backups/restore.test.ts",
    ]);
    const found = [...new Glob("test/**/*.{ts,tsx}").scanSync(ROOT)].flatMap((file) => {
      if (file === "test/harness/until.ts" || PACED.has(file)) return [];
      const text = readFileSync(join(ROOT, file), "utf8");
      const loops: string[] = [];
      const look = (loop: DoWhileStatement | ForStatement | WhileStatement) => {
        const last = loop.body.type === "BlockStatement" ? loop.body.body.at(-1) : loop.body;
        const ends = [last, loop.type === "ForStatement" ? loop.update : null];
        const isPause = ends.some((each) => each && PAUSE.test(text.slice(each.start, each.end)));
        if (isPause) loops.push(`${file}:${text.slice(0, loop.start).split("\n").length}`);
      };
      new Visitor({ DoWhileStatement: look, ForStatement: look, WhileStatement: look }).visit(
        parseSync(file, text).program,
      );
      return loops;
    });
    expect(found).toEqual([]);
  });

  test("a line has at most 120 characters, unless a text or pattern in it is longer than the rest", () => {
    const isText = (line: string) => /["'`]|^\s*\/\S/.test(line) || !/[;{}(),*/]\s*$/.test(line);
    const long = files.flatMap((file) =>
      (source.get(file) ?? "")
        .split("\n")
        .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
        .filter(({ line }) => line.length > 120 && !isText(line)),
    );
    expect(long.map(({ at }) => at)).toEqual([]);
  });

  test("a folder has at most 20 files", () => {
    const counts = Map.groupBy(files, dirname);
    expect([...counts].filter(([, all]) => all.length > 20).map(([folder]) => folder)).toEqual([]);
  });

  test("no file of the repository is over 256 KB", async () => {
    const tracked = await new Response(
      Bun.spawn(["git", "ls-files", "-co", "--exclude-standard"], { cwd: ROOT }).stdout,
    ).text();
    const large = tracked
      .split("\n")
      .filter((file) => file !== "" && existsSync(join(ROOT, file)))
      .filter((file) => statSync(join(ROOT, file)).size > 256 * 1024);
    expect(large).toEqual([]);
  });

  test("no word says that something is unfinished", () => {
    expect(mentions(/\b(TODO|FIXME|XXX|HACK)\b/, () => false)).toEqual([]);
  });
});
