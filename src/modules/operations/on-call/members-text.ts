import { InvalidInput } from "../../../kit/invalid-input.ts";

interface Member {
  operator: string;
  email: string;
}

/** The members as a form's text: one `name address` per line. */
export function membersText(members: readonly Member[]): string {
  return members.map(({ operator, email }) => `${operator} ${email}`).join("\n");
}

/** The members of a form's text. @throws InvalidInput naming the line */
export function parseMembers(text: string): Member[] {
  return text.split("\n").flatMap((line, index) => {
    const [operator, email, ...rest] = line.split(/[\s,;]+/).filter((word) => word !== "");
    if (operator === undefined) return [];
    if (email === undefined || rest.length > 0 || !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email))
      throw new InvalidInput(
        "members",
        `must hold a name and a mail address per line; line ${index + 1} does not`,
      );
    return [{ operator, email }];
  });
}
