import { join, posix } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import type { PreloadedQuery } from '../src/lib/api/preload.ts';

/** A screen as its feature declares it. Modules are paths below the console, or specifiers of contracts. */
export interface DeclaredScreen {
  /** Its own module and those of the screens around it, outermost first. */
  modules: readonly string[];
  /** The module that declares it, if that is not in the initial bundle. */
  declaredBy: string | undefined;
  everyday: true | string | undefined;
  later: readonly string[];
  preloads: readonly { address: string; questions: readonly PreloadedQuery[] }[];
}

const SHELL = 'src/app/shell/Shell.tsx';

const importing = /import(?:__|)\(\s*["']([^"']+)["']/g;

/** The imports of a function, read from its source: it cannot be called, since they only run in a browser. */
const importsOf = (lazy: unknown, folder: string): string[] =>
  [...String(lazy).matchAll(importing)].map(([, path]) =>
    path!.startsWith('.') ? posix.join(folder, path!) : path!.replace(/^\//, ''),
  );

/** Reads the screens that features declare in src/features/<context>/routes.ts. */
export async function declaredScreens(root: string): Promise<DeclaredScreen[]> {
  const path = join(root, 'build/declarations.ts');
  const { module } = await runnerImport<typeof import('./declarations.ts')>(path, {
    root,
    configFile: false,
    logLevel: 'error',
  });
  const { declarations, frames, startup } = module;
  const screens = declarations.flatMap(({ file, isEveryday, declared }) =>
    declared.flatMap((each) =>
      'to' in each ? [] : [{ ...each, folder: posix.dirname(file), declaredBy: isEveryday ? undefined : file }],
    ),
  );

  const around = (inside = 'pages'): string[] => {
    if (inside === 'bare') return [];
    if (inside === 'pages') return [SHELL];
    const frame = frames[inside as keyof typeof frames];
    if (frame) return [...around(frame.within), ...importsOf(frame.page, 'src/app')];
    const parent = screens.find(({ path, inside: its }) => [path].flat()[0] === inside && its !== inside);
    if (!parent) throw new Error(`No screen is at ${inside}`);
    return [...around(parent.inside), ...importsOf(parent.page, parent.folder)];
  };

  return screens.map(({ path, page, inside, folder, declaredBy, everyday, later, preload }) => {
    const modules = [...around(inside), ...importsOf(page, folder)];
    const startups = modules.includes(SHELL) ? [startup()] : [];
    return {
      modules,
      declaredBy,
      everyday,
      later: importsOf(later ?? '', folder),
      preloads: (preload?.() ?? []).flatMap(({ at = [path].flat()[0]!, ask }) =>
        [at].flat().map((address) => ({ address, questions: [...startups, ...ask] })),
      ),
    };
  });
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const readAtBuild = new Set(['everyday', 'later', 'preload']);

/** The properties of declared screens that only the build reads. */
function hintsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(hintsIn);
  if (node === null || typeof node !== 'object') return [];
  const { type, callee, arguments: given } = node as { type?: string; callee?: { name?: string }; arguments?: Node[] };
  if (type !== 'CallExpression' || callee?.name !== 'screen') return Object.values(node).flatMap(hintsIn);
  const properties = (given?.[0]?.properties ?? []) as (Node & { key?: { name?: string } })[];
  return properties.filter(({ key }) => readAtBuild.has(key?.name ?? ''));
}

/** Removes properties from the bundle that only the build reads. */
export function withoutBuildHints(): Plugin {
  return {
    name: 'without-build-hints',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/console\/src\/features\/[^/]+\/(later-)?routes\.ts$/.test(id)) return null;
      return hintsIn(this.parse(code).body)
        .toSorted((one, other) => other.start - one.start)
        .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);
    },
  };
}
