import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const tool = (...path) => join('node_modules', ...path);
const biome = (...args) => [tool('@biomejs', 'biome', 'bin', 'biome'), 'format', ...args];

/** Type-checks a project and remembers the result, so that the next run checks only what changed and what uses it. */
const types = (project, name) => [
  tool('typescript-7', 'bin', 'tsc'),
  ...['-p', project, '--incremental', '--tsBuildInfoFile', join('.cache', 'types', `${name}.tsbuildinfo`)],
];

/** Node's arguments of each command that looks at sources, by title. `paths` are files or folders. */
export const format = (paths = ['.']) => biome('--write', ...paths);
export const checkFormat = (paths = ['.']) => biome(...paths);
export const lint = (paths = ['.']) => [tool('eslint', 'bin', 'eslint.js'), '--max-warnings=0', ...paths];
export const layout = () => [join('tools', 'lint', 'layout.mjs')];
export const glossary = (args = []) => [join('tools', 'lint', 'count-old-words.mjs'), ...args];
export const knip = (args = []) => [
  tool('knip', 'bin', 'knip.js'),
  ...['--tsConfig', join('tools', 'lint', 'knip.tsconfig.json'), ...args],
];
export function typecheck() {
  mkdirSync(join(root, '.cache', 'types'), { recursive: true });
  return [types('tsconfig.json', 'packages'), types('console/tsconfig.json', 'console')];
}
