/** Parses RFC 4180 text with a header row into strings. Independent of the server's code. */
export function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') cell += text.charAt(at++);
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ",") endCell();
    else if (text.startsWith("\r\n", at)) {
      endCell();
      rows.push([]);
      at++;
    } else cell += character;
  }
  if (isQuoted || cell !== "" || rows.pop()?.length !== 0) throw new Error("the CSV ends inside a row");
  const [head = [], ...body] = rows;
  return body.map((row) => {
    if (row.length !== head.length)
      throw new Error(`a row of ${row.length} cells with ${head.length} columns in the header`);
    return Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""]));
  });
}
