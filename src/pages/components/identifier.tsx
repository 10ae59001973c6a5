/** @jsxImportSource preact */

import { type ComponentChildren, createContext, type JSX } from "preact";
import { useContext } from "preact/hooks";

/** A name of the interface, such as a setting or a rule; a line breaks inside it only if it is longer than the line. */
export function Identifier({ name }: { name: string }): JSX.Element {
  return <code class="identifier">{name}</code>;
}

/** Address of the chain's explorer; null outside of a layout, and where no explorer knows the chain. */
export const Explorer = createContext<string | null>(null);

interface OnChain {
  kind: "address" | "tx";
  id: string;
}

/** Links to the explorer's page of an address or transaction; the children alone where there is no explorer. */
export function ExplorerLink({ kind, id, children }: OnChain & { children: ComponentChildren }): JSX.Element {
  const explorer = useContext(Explorer);
  if (explorer === null) return <>{children}</>;
  return (
    <a href={`${explorer}/${kind}/${id}`} rel="noreferrer">
      {children}
    </a>
  );
}

interface WholeIdProps extends OnChain {
  /** Its short form. */
  short: ComponentChildren;
  /** The whole of it with marks, if it needs any. */
  whole?: ComponentChildren;
  /** Further links. */
  children?: ComponentChildren;
}

/** An address or signature in short, which opens to all of it, for copying, and to the explorer. */
export function WholeId({ kind, id, short, whole, children }: WholeIdProps): JSX.Element {
  const explorer = useContext(Explorer);
  return (
    <details class="whole-id">
      <summary title={id}>{short}</summary>
      <code>{whole ?? id}</code>
      {explorer !== null && (
        <ExplorerLink kind={kind} id={id}>
          Open in an explorer
        </ExplorerLink>
      )}
      {children}
    </details>
  );
}
