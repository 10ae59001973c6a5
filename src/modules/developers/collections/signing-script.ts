import sign from "./sign.client.js" with { type: "text" };

/** The script before each request: the function that signs, and what gives it a program's request. */
export function signingScript(adapter: string): string {
  return `const signed = ${sign.trim()}\n\n${adapter.trim()}\n`;
}
