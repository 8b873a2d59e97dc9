import ts from 'typescript';

const names: ReadonlySet<string> = new Set(['test', 'it']);

/** Name at the root of a call: `test` for `test.each([…])('…')`. */
function rootOf(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node))
    return rootOf(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
  return undefined;
}

/** Names of the tests of a file that run, as written there. */
export function testsOfSource(source: string, fileName: string): Set<string> {
  const root = ts.createSourceFile(
    fileName,
    source,
    ts.ScriptTarget.Latest,
    true,
    fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const [first] = ts.isCallExpression(node) ? node.arguments : [];
    if (
      ts.isCallExpression(node) &&
      first &&
      ts.isStringLiteralLike(first) &&
      names.has(rootOf(node.expression) ?? '') &&
      !/\.(skip|todo|fixme)\b/.test(node.expression.getText())
    )
      found.add(first.text);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
