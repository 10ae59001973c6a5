import { join, relative, resolve } from "node:path";
import type {
  CallExpression,
  Expression,
  Identifier,
  Node,
  TemplateExpression,
} from "typescript/unstable/ast";
import {
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from "typescript/unstable/ast/is";
import { API, type Checker, type Project, SymbolFlags, type Type } from "typescript/unstable/async";

/** A call that hands SQL to a connection. */
export interface StatementCall {
  /** File and line, relative to the root. */
  at: string;
  method: string;
  /** Every text that the call can have; null if a part is known only when it runs. */
  texts: string[] | null;
  /** The source of that part. */
  unresolved: string;
  /** Members of the row type with their types as TypeScript writes them; null for calls without rows. */
  row: Map<string, string> | null;
}

export interface Sources {
  calls: StatementCall[];
  /** Type of each column by the table's variable, in the same writing as the rows of calls. */
  tables: Map<string, Map<string, string>>;
}

const ROOT = resolve(import.meta.dir, "../../..");
const METHODS = new Set(["get", "all", "one", "run", "iterate", "plan"]);
/** The classes of src/db that take SQL. */
const CONNECTIONS = /^(Sql|Tx|Reader|Pick<(Sql|Tx|Reader), .*>)$/;
const MOST_TEXTS = 64;
const NO_TRUNCATION = 1;

/**
 * Every call of `src` that hands SQL to a connection, with the texts that follow from constants, literal types and
 * conditions, and with its row type. Uses the interface of the pinned TypeScript that its package calls unstable.
 */
export async function readSources(): Promise<Sources> {
  const api = new API({ cwd: ROOT });
  try {
    const snapshot = await api.updateSnapshot({ openProject: join(ROOT, "tsconfig.json") });
    const project = snapshot.getProjects()[0];
    if (project === undefined) throw new Error("tsconfig.json could not be opened");
    const names = (await project.program.getSourceFileNames()).filter((name) =>
      name.startsWith(`${ROOT}/src/`),
    );
    const calls = await Promise.all(names.sort().map((name) => readCalls(project, name)));
    const tables = await Promise.all(
      names
        .filter((name) => name.startsWith(`${ROOT}/src/db/tables/`))
        .map((name) => readTables(project, name)),
    );
    return { calls: calls.flat(), tables: new Map(tables.flatMap((each) => [...each])) };
  } finally {
    await api.close();
  }
}

async function readTables(project: Project, name: string): Promise<Map<string, Map<string, string>>> {
  const { checker } = project;
  const file = await project.program.getSourceFile(name);
  const symbol = file === undefined ? undefined : await checker.getSymbolAtLocation(file);
  const tables = new Map<string, Map<string, string>>();
  if (symbol === undefined) return tables;
  for (const each of await checker.getExportsOfModule(symbol)) {
    const type = await checker.getTypeOfSymbol(each);
    const select = type === undefined ? undefined : await checker.getPropertyOfType(type, "$inferSelect");
    const row = select === undefined ? undefined : await checker.getTypeOfSymbol(select);
    if (row !== undefined) tables.set(each.name, await readMembers(checker, row));
  }
  return tables;
}

async function readCalls(project: Project, name: string): Promise<StatementCall[]> {
  const file = await project.program.getSourceFile(name);
  if (file === undefined) return [];
  const lineAt = (position: number) => file.text.slice(0, position).split("\n").length;
  const calls = callsWithin(file);
  const found = await Promise.all(
    calls.map(async ({ call, receiver, method }) => {
      const type = await project.checker.getTypeAtLocation(receiver);
      const text = call.arguments[0];
      if (type === undefined || text === undefined) return null;
      if (!CONNECTIONS.test(await project.checker.typeToString(type))) return null;
      const resolved = await evaluate(project, text);
      return {
        at: `${relative(ROOT, name)}:${lineAt(call.getStart(file))}`,
        method,
        texts: typeof resolved === "string" ? null : resolved,
        unresolved: typeof resolved === "string" ? resolved : "",
        row: await rowType(project.checker, call, method),
      };
    }),
  );
  return found.filter((each) => each !== null);
}

function callsWithin(file: Node): { call: CallExpression; receiver: Expression; method: string }[] {
  const calls: { call: CallExpression; receiver: Expression; method: string }[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text;
      if (METHODS.has(method)) calls.push({ call: node, receiver: node.expression.expression, method });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return calls;
}

/** All values of an expression; the source of the part that is not constant, as a string. */
async function evaluate(project: Project, node: Node): Promise<string[] | string> {
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node))
    return evaluate(project, node.expression);
  if (isTemplateExpression(node)) return evaluateTemplate(project, node);
  if (isBinaryExpression(node)) {
    const [left, right] = [await evaluate(project, node.left), await evaluate(project, node.right)];
    if (typeof left === "string") return left;
    if (typeof right === "string") return right;
    return left.flatMap((text) => right.map((value) => text + value));
  }
  if (isConditionalExpression(node)) return evaluateEach(project, [node.whenTrue, node.whenFalse]);
  const type = await project.checker.getTypeAtLocation(node);
  const literals = type === undefined ? null : await literalValues(type);
  if (literals !== null) return literals;
  const conditions = await findConditions(project, node);
  if (conditions !== null && (await project.checker.typeToString(conditions)) === "Conditions")
    return ["true"];
  if (type !== undefined && (await project.checker.typeToString(type)) === "number") return ["1"];
  if (isCallExpression(node)) {
    const names = columnNames(node);
    if (names !== null) return names;
    const result = await findResult(project, node.expression);
    if (result !== null) return evaluate(project, result);
  }
  if (isIdentifier(node)) {
    const initializer = await findInitializer(project, node);
    if (initializer !== null) return evaluate(project, initializer);
    const values = await findArguments(project, node);
    if (values.length > 0) return evaluateEach(project, values);
  }
  if (isElementAccessExpression(node)) {
    const table = isIdentifier(node.expression) ? await findInitializer(project, node.expression) : null;
    const entries = table === null ? null : listEntries(table);
    if (entries !== null) return evaluateEach(project, entries);
  }
  return node.getText();
}

/** Equal parts of a template have equal values. */
async function evaluateTemplate(project: Project, node: TemplateExpression): Promise<string[] | string> {
  const parts = node.templateSpans.map(
    ({ expression, literal }) => [expression.getText(), literal.text] as const,
  );
  let choices: Map<string, string>[] = [new Map()];
  for (const { expression } of node.templateSpans) {
    const part = expression.getText();
    if (choices[0]?.has(part) === true) continue;
    const values = await evaluate(project, expression);
    if (typeof values === "string") return values;
    choices = choices.flatMap((choice) => values.map((value) => new Map([...choice, [part, value]])));
    if (choices.length > MOST_TEXTS) return node.getText();
  }
  return choices.map((choice) =>
    parts.reduce((text, [part, literal]) => text + choice.get(part) + literal, node.head.text),
  );
}

async function evaluateEach(project: Project, nodes: readonly Node[]): Promise<string[] | string> {
  const values = await Promise.all(nodes.map((each) => evaluate(project, each)));
  return values.find((each) => typeof each === "string") ?? values.flat();
}

/** The owner of `conditions.text`, or of `text` taken out of it. */
async function findConditions(project: Project, node: Node): Promise<Type | null> {
  const { checker } = project;
  if (isPropertyAccessExpression(node))
    return node.name.text === "text" ? ((await checker.getTypeAtLocation(node.expression)) ?? null) : null;
  const element = isIdentifier(node) && node.text === "text" ? await findDeclaration(project, node) : null;
  if (element === null || !isBindingElement(element)) return null;
  const variable = element.parent.parent;
  if (!isVariableDeclaration(variable) || variable.initializer === undefined) return null;
  return (await checker.getTypeAtLocation(variable.initializer)) ?? null;
}

/** What the calls within its file pass for the parameter of a function that only they can call. */
async function findArguments(project: Project, name: Identifier): Promise<Node[]> {
  const parameter = await findDeclaration(project, name);
  if (parameter === null || !isParameterDeclaration(parameter)) return [];
  const owner = parameter.parent;
  if (!isFunctionDeclaration(owner) && !isArrowFunction(owner)) return [];
  const named = isArrowFunction(owner) ? owner.parent : owner;
  if (!isFunctionDeclaration(named) && !isVariableDeclaration(named)) return [];
  const isExported = isFunctionDeclaration(named) && (named.modifiers ?? []).length > 0;
  if (isExported || named.name === undefined || !isIdentifier(named.name)) return [];
  const callee = named.name.text;
  const index = owner.parameters.indexOf(parameter);
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === callee) {
      const argument = node.arguments[index];
      if (argument !== undefined) found.push(argument);
    }
    node.forEachChild(visit);
  };
  visit(name.getSourceFile());
  return found;
}

/** The values of an object literal, also behind `as const` and `satisfies`. */
function listEntries(node: Node): Node[] | null {
  if (isAsExpression(node) || isSatisfiesExpression(node)) return listEntries(node.expression);
  if (!isObjectLiteralExpression(node)) return null;
  return node.properties.flatMap((each) => (isPropertyAssignment(each) ? [each.initializer] : []));
}

/** What a function of one statement returns. */
async function findResult(project: Project, callee: Expression): Promise<Node | null> {
  if (!isIdentifier(callee)) return null;
  const declaration = await findDeclaration(project, callee);
  if (declaration === null || !isFunctionDeclaration(declaration)) return null;
  const [statement, ...others] = declaration.body?.statements ?? [];
  const isSimple = statement !== undefined && others.length === 0 && isReturnStatement(statement);
  return isSimple ? (statement.expression ?? null) : null;
}

/** `columns<typeof table>()("a", "b")`. */
function columnNames(call: CallExpression): string[] | null {
  const inner = call.expression;
  if (!isCallExpression(inner) || !isIdentifier(inner.expression) || inner.expression.text !== "columns")
    return null;
  return [call.arguments.map((each) => each.getText().slice(1, -1)).join(", ")];
}

async function findInitializer(project: Project, name: Identifier): Promise<Node | null> {
  const declaration = await findDeclaration(project, name);
  if (declaration === null || !isVariableDeclaration(declaration)) return null;
  return declaration.initializer ?? null;
}

async function findDeclaration({ checker }: Project, name: Identifier): Promise<Node | null> {
  const symbol = await checker.getSymbolAtLocation(name);
  if (symbol === undefined) return null;
  const isImported = (symbol.flags & SymbolFlags.Alias) !== 0;
  const original = isImported ? await checker.getAliasedSymbol(symbol) : symbol;
  return (await original.valueDeclaration?.resolve()) ?? null;
}

async function literalValues(type: Type): Promise<string[] | null> {
  if (type.isStringLiteralType() || type.isNumberLiteralType()) return [String(type.value)];
  if (!type.isUnionType()) return null;
  const members = await Promise.all((await type.getTypes()).map(literalValues));
  return members.every((each) => each !== null) ? members.flat() : null;
}

/** Members of the rows that a call answers, by the type that the caller sees. */
async function rowType(
  checker: Checker,
  call: CallExpression,
  method: string,
): Promise<StatementCall["row"]> {
  if (method === "run" || method === "plan") return null;
  const answer = await checker.getTypeAtLocation(call);
  if (answer === undefined) return new Map();
  const isList = method === "all" || method === "iterate";
  const row = isList ? await firstArgument(checker, answer) : await checker.getNonNullableType(answer);
  return row === undefined ? new Map() : readMembers(checker, row);
}

async function firstArgument(checker: Checker, type: Type): Promise<Type | undefined> {
  return type.isTypeReference() ? (await checker.getTypeArguments(type))[0] : undefined;
}

async function readMembers(checker: Checker, type: Type): Promise<Map<string, string>> {
  const properties = await checker.getPropertiesOfType(type);
  const types = await checker.getTypeOfSymbol(properties);
  const texts = await Promise.all(types.map((each) => writeType(checker, each)));
  return new Map(properties.map(({ name }, index) => [name, texts[index] ?? "unknown"]));
}

/** A type's text, with the members of a union in one order and without its alias, so that equal types are equal texts. */
async function writeType(checker: Checker, type: Type | undefined): Promise<string> {
  if (type === undefined) return "unknown";
  if (!type.isUnionType()) return checker.typeToString(type, undefined, NO_TRUNCATION);
  const members = await Promise.all((await type.getTypes()).map((each) => writeType(checker, each)));
  return members.sort().join(" | ");
}
