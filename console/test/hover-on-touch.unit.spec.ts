import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { AtRule, type Node } from 'postcss';

const SOURCES = join(import.meta.dirname, '../src');

/** Whether styles apply only where a pointer can hover. */
function isForPointers(node: Node | undefined): boolean {
  if (!node) return false;
  return (node instanceof AtRule && /\(hover:\s*hover\)/.test(node.params)) || isForPointers(node.parent);
}

const sheets = globSync('**/*.css', { cwd: SOURCES });

test('the styles are found', () => expect(sheets.length).toBeGreaterThan(60));

test.each(sheets)('%s: nothing stays highlighted after a tap, since hovering counts for pointers alone', (sheet) => {
  const sticky: string[] = [];
  postcss.parse(readFileSync(join(SOURCES, sheet), 'utf8')).walkRules((rule) => {
    if (rule.selector.includes(':hover') && !isForPointers(rule)) sticky.push(rule.selector);
  });
  expect(sticky).toEqual([]);
});
