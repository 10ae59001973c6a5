/** @jsxImportSource preact */

import { h, type VNode } from "preact";
import type { XmlElement } from "../../../../kit/formats/xml.ts";

/** A drawing as part of a page. */
export function Drawing({ shape }: { shape: XmlElement }): VNode {
  return toNode(shape);
}

function toNode({ name, attributes, children }: XmlElement): VNode {
  return h(
    name,
    { ...attributes },
    ...children.map((child) => (typeof child === "string" ? child : toNode(child))),
  );
}
