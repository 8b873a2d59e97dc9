import type { Rollup } from 'vite';
import type { DeclaredScreen } from './declared-screens.ts';

interface Graph {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importers' | 'importedIds'> | null;
}

/** A module's path without its package and ending, as it ends the id of the module. */
const stemOf = (module: string) => module.replace(/^@plimsoll\/contracts\//, 'contracts/src/').replace(/\.tsx?$/, '');

/** The routes that are fetched later need these too, and no screen's own chunk for them. */
const addresses = /paths\.ts$/;

const validator = /node_modules\/zod\//;

/** Whether a module is the validator, or needs it by whatever it imports. */
function judges(id: string, graph: Graph): boolean {
  const found = new Set([id]);
  for (const each of found) for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) found.add(imported);
  return [...found].some((each) => validator.test(each));
}

/**
 * Gives the chunk of what several screens need: 'shared' where it is needed every day, else 'seldom'. So settings cost nobody
 * else anything, what only the dashboard needs every day costs the list nothing, and the rules of requests, with the validator
 * that reads them, are not fetched before the first words of any screen.
 */
export function chunksOfShared(screens: readonly DeclaredScreen[]): (id: string, graph: Graph) => string {
  const everyday = screens.filter((screen) => screen.everyday);
  /** By module, the everyday screens that it belongs to; those of one name are one. */
  const belonging = new Map<string, Set<string>>();
  const belong = (module: string, screen: string) => {
    const stem = stemOf(module);
    belonging.set(stem, (belonging.get(stem) ?? new Set()).add(screen));
  };
  for (const { modules, later, everyday: name } of everyday) {
    const page = modules.at(-1)!;
    for (const module of [page, ...later]) belong(module, typeof name === 'string' ? name : page);
  }
  // What is around several screens is none of them.
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
