/** An element of a rendered page, or a text. */
type Node = string | Element;

interface Element {
  tag: string;
  className: string;
  href: string;
  children: Node[];
}

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g;
const VOID = new Set(["br", "hr", "img", "input", "link", "meta"]);
/** Elements that only a browser can use. */
const LEFT_OUT = new Set(["button", "caption", "input", "label", "legend", "nav", "script", "style"]);
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** The main part of a page that this build rendered, as Markdown: headings, paragraphs, lists, tables and code. */
export function toMarkdown(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
  return `${blocksOf(parse(main)).join("\n\n")}\n`;
}

function parse(html: string): Element {
  const root: Element = { tag: "main", className: "", href: "", children: [] };
  const open = [root];
  for (const [, end, tag = "", attributes = "", empty, text] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(unescaped(text));
    else if (end === "/") open.pop();
    else {
      const read = (name: string) =>
        unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
      const element = { tag, className: read("class"), href: read("href"), children: [] };
      parent.children.push(element);
      if (empty !== "/" && !VOID.has(tag)) open.push(element);
    }
  }
  return root;
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

function isLeftOut({ className, tag }: Element): boolean {
  return LEFT_OUT.has(tag) || className.split(" ").includes("code-actions");
}

/** Blocks of an element, in order. */
function blocksOf({ children }: Element): string[] {
  return children.flatMap((child): string[] => {
    if (typeof child === "string") return child.trim() === "" ? [] : [child.trim()];
    if (isLeftOut(child)) return [];
    const heading = /^h([1-6])$/.exec(child.tag)?.[1];
    if (heading !== undefined) return [`${"#".repeat(Number(heading))} ${lineOf(child)}`];
    switch (child.tag) {
      case "p":
        return [lineOf(child)];
      case "ul":
      case "ol":
        return [
          childrenOf(child, "li")
            .map((item) => `- ${lineOf(item)}`)
            .join("\n"),
        ];
      case "dl":
        return [
          childrenOf(child, "dt")
            .map((name, index) => pairOf(name, childrenOf(child, "dd")[index]))
            .join("\n"),
        ];
      case "table":
        return [tableOf(child)];
      case "figure":
        return codeOf(child);
      default:
        return blocksOf(child);
    }
  });
}

function pairOf(name: Element, value: Element | undefined): string {
  return `- ${lineOf(name)}: ${value === undefined ? "" : lineOf(value)}`;
}

/** Elements of a tag, at any depth. */
function childrenOf({ children }: Element, tag: string): Element[] {
  return children.flatMap((child) => {
    if (typeof child === "string") return [];
    return child.tag === tag ? [child] : childrenOf(child, tag);
  });
}

/** A caption and the code under it. */
function codeOf(figure: Element): string[] {
  const label = childrenOf(figure, "figcaption").map(lineOf).join("");
  const code = childrenOf(figure, "code").map(textOf).join("").replace(/\n$/, "");
  const fence = code.includes("```") ? "````" : "```";
  return [...(label === "" ? [] : [`${label}:`]), `${fence}\n${code}\n${fence}`];
}

function tableOf(table: Element): string {
  const [head, ...rows] = childrenOf(table, "tr").map(({ children }) =>
    children.flatMap((cell) => (typeof cell === "string" ? [] : [lineOf(cell).replaceAll("|", "\\|")])),
  );
  if (head === undefined) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [head, head.map(() => "---"), ...rows].map(line).join("\n");
}

function textOf(node: Node): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}

/** Everything of an element in one line, with code, emphasis and links. */
function lineOf({ children }: Element): string {
  return children
    .map((child) => {
      if (typeof child === "string") return child;
      if (isLeftOut(child)) return "";
      if (child.tag === "code") return `\`${textOf(child)}\``;
      const text = lineOf(child);
      if (child.tag === "strong") return `**${text}**`;
      return child.tag === "a" && child.href !== "" ? `[${text}](${child.href})` : text;
    })
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
}
