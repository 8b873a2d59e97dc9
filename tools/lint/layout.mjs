// Checks the layout of the tree: `npm run layout`. Folders of at most 25 source files, lines of at most 120 columns,
// files that nothing uses, and links of Markdown files to files that do not exist. Lists the files of over 300 lines.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const MAX_FILES = 25;
const MAX_COLUMNS = 120;
const LONG_FILE_LINES = 300;

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
const textOf = (file) => readFileSync(join(root, file), 'utf8');
const sources = files.filter((file) => /\.([cm]?js|tsx?)$/.test(file) && !/\.generated\.ts$/.test(file));
const isSpec = (file) => /\.spec\.tsx?$/.test(file);
const isStory = (file) => /\.stories\.tsx$/.test(file);

const findings = { fatal: [], open: [] };
const report = (list, title, lines) => lines.length > 0 && list.push([title, lines]);

function fullFolders() {
  const product = sources.filter((file) => !isSpec(file) && !isStory(file) && !/\.d\.m?ts$/.test(file));
  const folders = new Map();
  for (const file of product) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  return [...folders]
    .filter(([, list]) => list.length > MAX_FILES)
    .map(([folder, list]) => `${folder}: ${list.length} files`);
}

/** Whether a long line cannot be shortened: it has a literal, a pattern or text of a page, or is an import. */
function isExempt(source, start, end) {
  let found = false;
  const walk = (node) => {
    if (found || node.pos > end || node.end < start) return;
    const meets = node.getStart(source) <= end && node.end >= start;
    if (
      meets &&
      (ts.isStringLiteralLike(node) ||
        ts.isTemplateExpression(node) ||
        ts.isRegularExpressionLiteral(node) ||
        ts.isJsxText(node) ||
        ts.isImportDeclaration(node) ||
        ts.isExportDeclaration(node))
    )
      found = true;
    else ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

function longLines() {
  return sources.flatMap((file) => {
    const text = textOf(file);
    const lines = text.split('\n');
    if (!lines.some((line) => line.length > MAX_COLUMNS)) return [];
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    let position = 0;
    return lines.flatMap((line, index) => {
      const start = position;
      position += line.length + 1;
      if (line.length <= MAX_COLUMNS) return [];
      const isComment = /^\s*(?:\/\/|\/\*|\*)/.test(line);
      const fits = isComment ? /https?:\/\/\S{40,}/.test(line) : isExempt(source, start, start + line.length);
      return fits ? [] : [`${file}:${index + 1}: ${line.length} columns`];
    });
  });
}

const longFiles = () =>
  sources.flatMap((file) => {
    const lines = textOf(file).split('\n').length - 1;
    return lines > LONG_FILE_LINES ? [`${file}: ${lines} lines`] : [];
  });

/** Files of packages that no other file names. knip cannot find them, since packages export all of their files. */
function unusedFiles() {
  const named = new Set();
  for (const file of files.filter((each) => /\.([cm]?js|tsx?|json|html|css)$|^Dockerfile$/.test(each)))
    for (const [, name] of textOf(file).matchAll(/(?:^|[/'"`{,])([\w.-]+?)(?:\.[cm]?[jt]sx?)?(?=['"`?$},])/gm))
      named.add(name);
  return sources.filter(
    (file) =>
      /^(?:contracts|projections|services\/[^/]+)\/src\//.test(file) &&
      !isSpec(file) &&
      !file.endsWith('.d.ts') &&
      !named.has(basename(file, extname(file))),
  );
}

function deadLinks() {
  return files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)[^)]*\)/g)]
        .filter(([, target]) => !existsSync(join(root, dirname(file), decodeURI(target))))
        .map(([, target]) => `${file}: ${target}`),
    );
}

report(findings.fatal, `Folders of more than ${MAX_FILES} source files`, fullFolders());
report(findings.fatal, `Lines of more than ${MAX_COLUMNS} columns`, longLines());
report(findings.fatal, 'Files that nothing uses', unusedFiles());
report(findings.fatal, 'Links to files that do not exist', deadLinks());
const long = longFiles();
for (const [title, lines] of [...findings.open, ...findings.fatal, [`Files of over ${LONG_FILE_LINES} lines`, long]])
  console.log(`${title}: ${lines.length}\n${lines.map((line) => `  ${line}`).join('\n')}`);
if (findings.fatal.length > 0) process.exitCode = 1;
