// Counts words of the old dialect in names that the code declares, and in doc comments of what it exports:
// `npm run glossary [-- FOLDER …]`. Exits with 1 if there are any. Text in quotes and frozen names do not count:
// `allowed-names.json` lists names that stored data or other systems use, each with its reason.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { betterName, oldFolders, oldPhrasesIn } from './glossary.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packages = ['contracts', 'projections', 'services', 'console', 'tools'];
const skipped = new Set(['node_modules', 'dist', 'test-results', 'playwright-report', 'fixtures', 'results.md']);
const { names: allowed } = JSON.parse(readFileSync(new URL('./allowed-names.json', import.meta.url), 'utf8'));

/** Files below the folders. The glossary itself has to name the old words. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || /\.generated\.ts$/.test(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path);
    return /\.([cm]?js|tsx?)$/.test(entry.name) && path !== 'tools/lint/glossary.mjs' ? [path] : [];
  });
}

const isAllowed = (name, file) => {
  const entry = allowed[name];
  return entry !== undefined && (entry.in === undefined || entry.in.some((folder) => file.startsWith(folder)));
};

/** Names that a node declares. Imports and uses do not count: the declaration does. */
function declared(node) {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isNamespaceImport(node) ||
    (ts.isImportSpecifier(node) && node.propertyName !== undefined);
  if (isDeclaration && node.name && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)))
    // `{ name }` of a destructuring repeats the name of a property, which counts where it is declared.
    return ts.isBindingElement(node) && !node.propertyName && ts.isObjectBindingPattern(node.parent) ? [] : [node.name];
  // A key of an object counts only as a constant of the file's own: others are declared by a type, or are data.
  return [];
}

const isExported = (statement) =>
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? ts.isExportAssignment(statement);

function findingsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found = [];
  const base = basename(file).replace(/(\.[a-z0-9-]+)*\.[cm]?[jt]sx?$/, '');
  const betterBase = isAllowed(base, file) ? undefined : betterName(base, file);
  if (betterBase) found.push({ line: 1, kind: 'file', what: base, say: betterBase });
  const docs = new Set();
  const walk = (node, exported) => {
    for (const name of declared(node)) {
      const say = isAllowed(name.text, file) ? undefined : betterName(name.text.replace(/^#/, ''), file);
      if (say) found.push({ line: lineAt(name.getStart()), kind: 'name', what: name.text, say });
    }
    if (exported)
      for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) docs.add(`${pos}:${end}`);
    ts.forEachChild(node, (child) => walk(child, exported && !ts.isBlock(child)));
  };
  for (const statement of source.statements) walk(statement, isExported(statement));
  for (const range of docs) {
    const [pos, end] = range.split(':').map(Number);
    const comment = text.slice(pos, end);
    if (!comment.startsWith('/**')) continue;
    const prose = comment.replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, (quoted) => ' '.repeat(quoted.length));
    for (const { index, phrase, say } of oldPhrasesIn(prose))
      found.push({ line: lineAt(pos + index), kind: 'doc', what: phrase, say });
  }
  return found.map((finding) => ({ file, ...finding }));
}

function foldersFound(files) {
  const folders = new Set(
    files.flatMap((file) =>
      file
        .split('/')
        .slice(0, -1)
        .map((_, at, all) => all.slice(0, at + 1).join('/')),
    ),
  );
  return [...folders]
    .filter((folder) => oldFolders.has(basename(folder)) && !isAllowed(`${basename(folder)}/`, folder))
    .map((file) => ({ file, line: 1, kind: 'folder', what: basename(file), say: oldFolders.get(basename(file)) }));
}

const given = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const isSummary = process.argv.includes('--summary');
const files = (given.length > 0 ? given.map((path) => relative(root, join(process.cwd(), path))) : packages).flatMap(
  (path) => (/\.[cm]?[jt]sx?$/.test(path) ? [path] : filesBelow(path.replace(/\/$/, ''))),
);
const found = [...files.flatMap(findingsOf), ...foldersFound(files)];

/** A package, and in a package's `src` the folder: where the work is. */
const placeOf = (file) => {
  const segments = file.split('/').slice(0, -1);
  const source = segments.indexOf('src');
  return segments.slice(0, source < 0 ? 2 : source + (segments[source + 1] === 'features' ? 3 : 2)).join('/');
};
const places = new Map();
for (const finding of found) {
  const place = placeOf(finding.file);
  places.set(place, [...(places.get(place) ?? []), finding]);
}
for (const [place, list] of [...places].sort(([one], [other]) => one.localeCompare(other))) {
  console.log(`${place}: ${list.length}`);
  if (!isSummary)
    for (const { file, line, kind, what, say } of list) console.log(`  ${file}:${line}  ${kind} ${what}  → ${say}`);
}
const count = (kind) => found.filter((finding) => finding.kind === kind).length;
console.log(
  `${found.length} old words: ${count('name')} in names, ${count('doc')} in docs of exported API, ${count('file')} in files' names, ${count('folder')} folders`,
);
if (found.length > 0) process.exitCode = 1;
