/** @jest-environment node */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uiFolder } from './folders.ts';

const sourceOf = (file: string) => readFileSync(join(uiFolder, file), 'utf8');

/** The exported components of a file: functions and constants in PascalCase. */
const componentsOf = (source: string): string[] =>
  [...source.matchAll(/^export (?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(([, name]) => name!);

/** Every file of `src/ui` that exports components, with their names. */
const componentFiles = globSync('**/*.tsx', { cwd: uiFolder })
  .filter((file) => !/\.(spec|stories)\.tsx$/.test(file))
  .map((file) => ({ file, components: componentsOf(sourceOf(file)) }))
  .filter(({ components }) => components.length > 0);

describe('the component catalog', () => {
  it('finds the components', () => {
    expect(componentFiles.length).toBeGreaterThan(50);
    expect(
      componentsOf('export function Row() {}\nexport const MAX_ROWS = 3;\nexport const column = () => 4;'),
    ).toEqual(['Row']);
  });

  it.each(componentFiles)('shows what $file exports', ({ file, components }) => {
    const stories = file.replace(/\.tsx$/, '.stories.tsx');
    expect(existsSync(join(uiFolder, stories)) ? [] : [`${stories} is missing`]).toEqual([]);
    const shown = sourceOf(stories);
    const missing = components.filter((name) => !new RegExp(`<${name}\\b|component: ${name}\\b`).test(shown));
    expect(missing).toEqual([]);
  });

  it('has no stories of components that are gone', () => {
    const orphans = globSync('**/*.stories.tsx', { cwd: uiFolder }).filter(
      (file) => !existsSync(join(uiFolder, file.replace('.stories.tsx', '.tsx'))),
    );
    expect(orphans).toEqual([]);
  });
});
