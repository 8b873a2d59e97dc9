import type { Rollup } from 'vite';
import type { DeclaredScreen } from './declared-screens.ts';

interface Graph {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importers' | 'importedIds'> | null;
}

/** A module's path without its package and extension, which matches the end of the module's id. */
const stemOf = (module: string) => module.replace(/^@plimsoll\/contracts\//, 'contracts/src/').replace(/\.tsx?$/, '');

/** Lazy routes need these too, so they are in no screen's own chunk. */
const addresses = /paths\.ts$/;

const validator = /node_modules\/zod\//;

/** Whether a module is the validator, or imports it directly or indirectly. */
function judges(id: string, graph: Graph): boolean {
  const found = new Set([id]);
  for (const each of found) for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) found.add(imported);
  return [...found].some((each) => validator.test(each));
}

/**
 * Assigns modules that several screens share to chunks: 'shared' if everyday screens need them, else 'seldom'. Thus
 * other screens do not load code of the settings, the list does not load code that only the dashboard needs, and no
 * screen loads request schemas and their validator before its first paint.
 */
export function chunksOfShared(screens: readonly DeclaredScreen[]): (id: string, graph: Graph) => string {
  const everyday = screens.filter((screen) => screen.everyday);
  /** The everyday screens that each module belongs to; screens with the same name count as one. */
  const belonging = new Map<string, Set<string>>();
  const belong = (module: string, screen: string) => {
    const stem = stemOf(module);
    belonging.set(stem, (belonging.get(stem) ?? new Set()).add(screen));
  };
  for (const { modules, later, everyday: name } of everyday) {
    const page = modules.at(-1)!;
    for (const module of [page, ...later]) belong(module, typeof name === 'string' ? name : page);
  }
  // Modules around several screens belong to none of them.
  for (const module of new Set(everyday.flatMap(({ modules }) => modules)))
    if (!belonging.has(stemOf(module))) belong(module, module);
  const screensOf = (id: string) =>
    belonging.get(/(?<=\/console\/)src\/.*(?=\.tsx?$)|contracts\/src\/.*(?=\.ts$)/.exec(id)?.[0] ?? '');

  return (id, graph) => {
    const needing = new Set<string>();
    const found = new Set([id]);
    for (const each of found) {
      for (const screen of screensOf(each) ?? []) needing.add(screen);
      for (const importer of graph.getModuleInfo(each)?.importers ?? []) found.add(importer);
    }
    const [screen, ...others] = needing;
    if (!screen) return 'seldom';
    if (judges(id, graph)) return 'rules';
    return others.length === 0 && screen.startsWith('of-') && !addresses.test(id) ? screen : 'shared';
  };
}
