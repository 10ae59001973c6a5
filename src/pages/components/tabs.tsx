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
  /** Under this name the browser keeps which tab was chosen last, for all tabs that share it: choices.client.js. */
  remember?: string;
}

/** One of several contents at a time, at most six, chosen by radio buttons: no script. On paper all of them show. */
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
