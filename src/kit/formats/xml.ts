/** One XML element with its text or children. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (XmlElement | string)[];
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (XmlElement | string)[]
): XmlElement {
  return { name, attributes, children };
}

/** The markup of an element, with everything escaped; characters that XML 1.0 cannot hold become U+FFFD. */
export function xml(node: XmlElement | string): string {
  if (typeof node === "string") return escapeXml(node);
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
  const inside = node.children.map(xml).join("");
  return inside === ""
    ? `<${node.name}${attributes}/>`
    : `<${node.name}${attributes}>${inside}</${node.name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
