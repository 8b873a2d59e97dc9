import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root, Stop } from '../prepare.mjs';

/**
 * Files that one run of the generator writes or changes, by their paths from the root. Nothing is written before
 * `save`: when a step fails, no file has changed.
 */
export class Sources {
  #texts = new Map();

  has(path) {
    return this.#texts.has(path) || existsSync(join(root, path));
  }

  read(path) {
    if (!this.has(path)) throw new Stop(`${path} is missing`);
    return this.#texts.get(path) ?? readFileSync(join(root, path), 'utf8');
  }

  /** @throws Stop when the file is there already: the generator replaces nothing. */
  create(path, text) {
    if (this.has(path)) throw new Stop(`${path} exists already`);
    this.#texts.set(path, `${text.trim()}\n`);
  }

  change(path, edit) {
    this.#texts.set(path, edit(this.read(path)));
  }

  /** Writes all files. @returns their paths. */
  save() {
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return [...this.#texts.keys()];
  }
}

const parse = (text) => ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

function find(node, matches) {
  if (matches(node)) return node;
  return ts.forEachChild(node, (child) => find(child, matches));
}

/** The value without `as const`, `satisfies` and parentheses. */
const unwrapped = (value) =>
  value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value))
    ? unwrapped(value.expression)
    : value;

/** The value that a file gives a constant; undefined when it declares none of this name. */
export function constant(text, name) {
  const declaration = find(parse(text), (node) => ts.isVariableDeclaration(node) && node.name.getText() === name);
  return unwrapped(declaration?.initializer);
}

/** A property of the object that a function is called with: `stream` of `defineContext({ stream: … })`. */
export function argument(text, callee, property) {
  const call = find(parse(text), (node) => ts.isCallExpression(node) && node.expression.getText() === callee);
  return unwrapped(call && propertyOf(call.arguments.find(ts.isObjectLiteralExpression), property)?.initializer);
}

const propertyOf = (object, name) =>
  object?.properties.find((property) => property.name?.getText().replace(/['"]/g, '') === name);

const insert = (text, position, added) => text.slice(0, position) + added + text.slice(position);

/**
 * Adds an element at the end of an array or of a list of arguments.
 * @param node as `constant` or `argument` finds it.
 */
export function append(text, node, element) {
  const elements = node.elements ?? node.arguments ?? node.properties;
  const last = elements.at(-1);
  if (!last) return insert(text, node.end - 1, element);
  return insert(text, last.end, `, ${element}`);
}

/** Adds an entry to the object that `callee` is called with, or to an object or array in it that exists already. */
export function addToCall(text, callee, property, entry, kind = 'array') {
  const value = argument(text, callee, property);
  if (value) return append(text, value, entry);
  const call = find(parse(text), (node) => ts.isCallExpression(node) && node.expression.getText() === callee);
  const object = call?.arguments.find(ts.isObjectLiteralExpression);
  if (!object) throw new Stop(`No ${callee}({ … }) to add ${property} to`);
  const written = { array: `[${entry}]`, object: `{ ${entry} }`, value: entry }[kind];
  return append(text, object, `${property}: ${written}`);
}

/** Adds an import below the others, or a name to an import that is there. */
export function addImport(text, name, from, isType = false) {
  const source = parse(text);
  const imports = source.statements.filter(ts.isImportDeclaration);
  const same = imports.find(
    ({ moduleSpecifier, importClause }) => moduleSpecifier.text === from && importClause?.namedBindings?.elements,
  );
  const isWhollyType = same?.importClause.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (same?.importClause.namedBindings.elements.some((element) => element.name.text === name)) return text;
  if (same && !(isWhollyType && !isType))
    return append(text, same.importClause.namedBindings, isType && !isWhollyType ? `type ${name}` : name);
  const line = `import ${isType ? 'type ' : ''}{ ${name} } from '${from}';\n`;
  return imports.length > 0 ? insert(text, imports.at(-1).end + 1, line) : `${line}\n${text}`;
}

/** Adds a statement before the declaration of a constant, or at the end where it is undefined. */
export function addBefore(text, name, statement) {
  const node = name && find(parse(text), (each) => ts.isVariableStatement(each) && declares(each, name));
  return node ? insert(text, node.getFullStart() + 1, `\n${statement}\n`) : `${text}\n${statement}\n`;
}

const declares = (statement, name) =>
  statement.declarationList.declarations.some((declaration) => declaration.name.getText() === name);

/** The file that a name is imported from, and its name there. */
export function importOf(text, name) {
  for (const statement of parse(text).statements.filter(ts.isImportDeclaration))
    if (statement.importClause?.namedBindings?.elements?.some((element) => element.name.text === name))
      return statement.moduleSpecifier.text;
  return undefined;
}

/** Adds `export { NAME } from 'FILE'` to a list of exports, in the order of its files. */
export function addExportLine(text, line) {
  const lines = text.trimEnd().split('\n');
  const fileOf = (each) => each.split(' from ')[1] ?? '';
  const index = lines.findIndex((each) => each.startsWith('export ') && fileOf(each) > fileOf(line));
  lines.splice(index < 0 ? lines.length : index, 0, line);
  return `${lines.join('\n')}\n`;
}
