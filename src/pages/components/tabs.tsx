/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";

export interface Tab {
  /** Unique among the page's tabs of this name; a part of ids. */
  id: string;
  label: string;
  content: ComponentChildren;
}

interface TabsProps {
  name: string;
  legend: string;
  tabs: readonly Tab[];
  /** The name under which the browser remembers the last choice, for all tabs that share it: choices.client.js. */
  remember?: string;
}

/** One of up to six contents at a time, chosen by radio buttons without script. Printing shows all. */
export function Tabs({ name, legend, tabs, remember }: TabsProps): JSX.Element {
  return (
    <fieldset class="tabs" data-remember={remember}>
      <legend class="visually-hidden">{legend}</legend>
      {tabs.map(({ id, label }, index) => [
        <input
          key={id}
          type="radio"
          name={name}
          id={`${name}-${id}`}
          value={id}
          defaultChecked={index === 0}
        />,
        <label key={`${id} label`} for={`${name}-${id}`}>
          {label}
        </label>,
      ])}
      {tabs.map(({ id, content }) => (
        <div key={id} class="tab-panel">
          {content}
        </div>
      ))}
    </fieldset>
  );
}
