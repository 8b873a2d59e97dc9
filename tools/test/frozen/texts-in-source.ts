import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Literals that only the source shows, by the kinds that `textsInSource` looks for. */
export interface SourceTexts {
  /** Lock keys, purposes of derived keys, names of stores and channels: all begin with the product's name. */
  readonly productTexts: readonly string[];
  /** Texts that are hashed or signed with a key: `createHmac(…).update('…')`. */
  readonly hashedTexts: readonly string[];
  /** Names from which GUIDs are derived: the first argument of uuid's `v5`, and of GUID functions that pass it on. */
  readonly guidNames: readonly string[];
  /** Names that make the product's own commands idempotent: `name` beside `tenant`. */
  readonly commandNames: readonly string[];
  /** Product names of clients, as recorded in the log's events. */
  readonly clientProducts: readonly string[];
  /** Kinds of jobs in queues: `kind` beside `ids`. */
  readonly jobKinds: readonly string[];
  /** Prefixes of draft keys in a browser: `report:{}…`. */
  readonly draftKeys: readonly string[];
  /** Numeric keys of advisory locks, in hexadecimal. */
  readonly lockNumbers: readonly string[];
}

const isSource = (name: string): boolean => /\.(ts|tsx|mjs|js)$/.test(name) && !/\.spec\.tsx?$|\.d\.ts$/.test(name);
/** Folders that customers do not run or that are not written by hand. */
const leftOut: ReadonlySet<string> = new Set(['node_modules', 'dist', 'test', 'bench', 'tools', 'coverage', 'lint']);

/** Every source file below a folder, at any depth, since files may move. */
function* sourcesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!leftOut.has(entry.name)) yield* sourcesBelow(path);
    } else if (isSource(entry.name)) yield path;
  }
}

/** A literal, or a template with `{}` for its expressions, since names of variables may change. */
function textOf(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

/** The literals that an expression can evaluate to: `a ? '…' : '…'` has two. */
function textsOf(node: ts.Node | undefined): string[] {
  if (node && ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  const text = textOf(node);
  return text === undefined ? [] : [text];
}

const propertyOf = (node: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined =>
  node.properties.find((property) => property.name && ts.isIdentifier(property.name) && property.name.text === name);

function textsOfProperty(node: ts.ObjectLiteralExpression, name: string): string[] {
  const property = propertyOf(node, name);
  return property && ts.isPropertyAssignment(property) ? textsOf(property.initializer) : [];
}

/** Reads the product's sources below `root`; each text once, sorted. */
export function textsInSource(root: string): SourceTexts {
  const found = {
    productTexts: new Set<string>(),
    hashedTexts: new Set<string>(),
    guidNames: new Set<string>(),
    commandNames: new Set<string>(),
    clientProducts: new Set<string>(),
    jobKinds: new Set<string>(),
    draftKeys: new Set<string>(),
    lockNumbers: new Set<string>(),
  };
  const look = (node: ts.Node, file: ts.SourceFile): void => {
    const text = textOf(node);
    if (text !== undefined) {
      if (/^(plimsoll|payment sandbox)[ -]./.test(text)) found.productTexts.add(text.trim());
      for (const [, key] of text.matchAll(/hashtext(?:extended)?\('([^']+)'/g)) found.productTexts.add(key!.trim());
      if (/^[a-z]+:\{\}/.test(text) && /idb-keyval|[dD]raft/.test(file.text)) found.draftKeys.add(text);
    }
    if (ts.isNumericLiteral(node) && /^0x[\da-f_]{8,}$/i.test(node.getText(file))) {
      found.lockNumbers.add(Number(node.text).toString(16));
    }
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(file);
      if (/^create(Hmac|Hash)\([\s\S]*\.update$/.test(called)) {
        for (const hashed of textsOf(node.arguments[0])) found.hashedTexts.add(hashed);
      }
      if (/(^|\.)#?(\w*v5|\w*Guid\w*|guid\w*)$/.test(called) && node.arguments.length === 2) {
        for (const name of textsOf(node.arguments[0])) found.guidNames.add(name);
      }
    }
    if (ts.isObjectLiteralExpression(node)) {
      if (propertyOf(node, 'tenant')) for (const name of textsOfProperty(node, 'name')) found.commandNames.add(name);
      for (const product of textsOfProperty(node, 'product')) found.clientProducts.add(product);
      if (propertyOf(node, 'ids')) for (const kind of textsOfProperty(node, 'kind')) found.jobKinds.add(kind);
    }
    // It is passed on as `{ tenant, name }`.
    if (ts.isVariableDeclaration(node) && node.name.getText(file) === 'name') {
      for (const name of textsOf(node.initializer)) found.commandNames.add(name);
    }
    ts.forEachChild(node, (child) => look(child, file));
  };
  for (const path of sourcesBelow(root)) {
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
    look(file, file);
  }
  const sorted = (texts: ReadonlySet<string>): readonly string[] => [...texts].sort();
  return {
    productTexts: sorted(found.productTexts),
    hashedTexts: sorted(found.hashedTexts),
    guidNames: sorted(found.guidNames),
    commandNames: sorted(found.commandNames),
    clientProducts: sorted(found.clientProducts),
    jobKinds: sorted(found.jobKinds),
    draftKeys: sorted(found.draftKeys),
    lockNumbers: sorted(found.lockNumbers),
  };
}
