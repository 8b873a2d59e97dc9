import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A text for users, on one line, with `{}` for its variables. */
export interface SourceText {
  readonly text: string;
  /** Path relative to the repository's root. */
  readonly file: string;
}

/** Attributes whose values are not shown. */
const silentAttributes: ReadonlySet<string> = new Set([
  'className',
  'style',
  'd',
  'id',
  'key',
  'href',
  'to',
  'name',
  'type',
  'role',
  'fill',
  'transform',
  'patternTransform',
  'autoComplete',
]);

/** Calls whose texts are not shown to users: patterns, SQL, descriptions of fields in contracts. */
const silentCalls: ReadonlySet<string> = new Set([
  'describe',
  'plain',
  'querySelector',
  'querySelectorAll',
  'matchMedia',
  'useMatch',
  'useWide',
]);

const isSilent = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTypeNode(node) ||
  ts.isThrowStatement(node) ||
  ts.isRegularExpressionLiteral(node) ||
  (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
  (ts.isJsxAttribute(node) && silentAttributes.has(node.name.getText())) ||
  (ts.isCallExpression(node) &&
    (silentCalls.has(node.expression.getText()) || /^console\./.test(node.expression.getText())));

const isJsx = (node: ts.Node): node is ts.JsxElement | ts.JsxFragment =>
  ts.isJsxElement(node) || ts.isJsxFragment(node);

/** Elements that occur within a sentence. */
const inline: ReadonlySet<string> = new Set(['a', 'b', 'em', 'i', 'small', 'span', 'strong', 'time', 'Link', 'br']);
const isInline = (node: ts.Node): boolean =>
  (ts.isJsxElement(node) && inline.has(node.openingElement.tagName.getText())) ||
  (ts.isJsxSelfClosingElement(node) && inline.has(node.tagName.getText()));

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The text of an expression that is nothing but text; otherwise undefined. */
function wordsOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [wordsOf(node.left), wordsOf(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return undefined;
}

/** The texts of a source file: literals with a space in them, and the sentences of its elements. */
export function textsOfSource(source: string, fileName: string): string[] {
  const root = ts.createSourceFile(
    fileName,
    source,
    ts.ScriptTarget.Latest,
    true,
    fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const texts: string[] = [];
  const say = (words: string) => {
    const text = oneLine(words);
    if (/\p{L}/u.test(text) && text.includes(' ')) texts.push(text);
  };

  const sentenceOf = (children: readonly ts.JsxChild[]): string =>
    children
      .map((child) => {
        if (ts.isJsxText(child)) return jsxWords(child.text);
        if (ts.isJsxExpression(child)) {
          if (!child.expression) return '';
          const words = wordsOf(child.expression);
          if (words !== undefined) return words;
          visit(child.expression);
          return '{}';
        }
        if (isInline(child)) {
          visitAttributes(child);
          return ts.isJsxElement(child) ? sentenceOf(child.children) : ' ';
        }
        visit(child);
        return '\n';
      })
      .join('');

  const visitAttributes = (node: ts.Node) => {
    if (ts.isJsxElement(node)) ts.forEachChild(node.openingElement.attributes, visit);
    else if (ts.isJsxSelfClosingElement(node)) ts.forEachChild(node.attributes, visit);
  };

  const visit = (node: ts.Node): void => {
    if (isSilent(node)) return;
    if (isJsx(node)) {
      visitAttributes(node);
      for (const part of sentenceOf(node.children).split('\n')) say(part);
      return;
    }
    const words = ts.isExpression(node) ? wordsOf(node) : undefined;
    if (words !== undefined) {
      say(words);
      if (ts.isTemplateExpression(node)) node.templateSpans.forEach(({ expression }) => visit(expression));
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return texts;
}

/** Joins an element's lines and trims their indents, as a browser does. */
const jsxWords = (text: string): string =>
  text
    .split('\n')
    .map((line, place, lines) => {
      const begun = place > 0 ? line.trimStart() : line;
      return place < lines.length - 1 ? begun.trimEnd() : begun;
    })
    .filter((line, _, lines) => line !== '' || lines.length === 1)
    .join(' ')
    .replaceAll('&nbsp;', ' ');

/** The texts in some folders, without tests and generated files. */
export function textsIn(root: string, folders: readonly string[]): SourceText[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|stories|generated)\.tsx?$|(^|\/)test\//.test(file))
      .sort()
      .flatMap((file) => {
        const from = `${folder}/${file}`;
        return textsOfSource(readFileSync(path.join(root, from), 'utf8'), from).map((text) => ({ text, file: from }));
      }),
  );
}
