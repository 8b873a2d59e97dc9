import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync, version } from '@swc/core';
import Runtime from 'jest-runtime';

/** What a test file finds in the global scope. */
const GLOBALS = [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'fit',
  'it',
  'test',
  'xdescribe',
  'xit',
  'xtest',
  'console',
];
/** What jest compares by, `expect.any(String)` for example: it has been loaded in a realm that has others of that name. */
const CONSTRUCTORS = [
  'Array',
  'BigInt',
  'Boolean',
  'Date',
  'Error',
  'Function',
  'Map',
  'Number',
  'Object',
  'Promise',
  'RangeError',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'SyntaxError',
  'TypeError',
];
/** Files that change what belongs to a realm have one to themselves. */
const OWN_REALM = /\bjest\.(useFakeTimers|unstable_mockModule)\(/;
/** What jest offers by import, of the file that runs; of `jest` itself all that others can do without harm. */
const IMPORTED = [
  ...GLOBALS.filter((name) => name !== 'console').map(
    (name) =>
      `export const ${name} = new Proxy(() => undefined, { apply: (_, __, of) => globalThis.${name}(...of), get: (_, key) => globalThis.${name}[key] });`,
  ),
  'export const jest = { spyOn: (...of) => globalThis[Symbol.for("plimsoll mocker")].spyOn(...of) };',
].join('\n');
const IMPORTED_AS = 'plimsoll:jest';
/** By file, where the map of what it was compiled to lies. */
const maps = new Map();
let isHooked = false;

/** Compiles our sources as they are imported; each once for all workers. */
function hook({ rootDir, transform, testEnvironmentOptions: { customExportConditions } }) {
  if (isHooked) return;
  isHooked = true;
  const { swcrc: _, ...options } = transform[0][2];
  const folder = join(rootDir, '.cache', 'compiled');
  mkdirSync(folder, { recursive: true });
  const compile = (file) => {
    const source = readFileSync(file, 'utf8');
    const made = join(
      folder,
      `${createHash('sha256')
        .update(`${version} ${JSON.stringify(options)} ${file}\n`)
        .update(source)
        .digest('hex')}.js`,
    );
    const map = `${made}.map`;
    if (!existsSync(made)) {
      const compiled = transformSync(source, {
        ...options,
        filename: file,
        sourceMaps: true,
        configFile: false,
        swcrc: false,
      });
      for (const [place, text] of [
        [map, compiled.map],
        [made, compiled.code],
      ]) {
        // Another worker may be at it: whoever is last puts the same in its place.
        writeFileSync(`${place}.${process.pid}`, text);
        renameSync(`${place}.${process.pid}`, place);
      }
    }
    for (const name of [file, pathToFileURL(file).href]) maps.set(name, map);
    return readFileSync(made, 'utf8');
  };
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === '@jest/globals' && context.parentURL?.endsWith('.ts'))
        return { url: IMPORTED_AS, format: 'module', shortCircuit: true };
      return next(specifier, {
        ...context,
        conditions: [...new Set([...context.conditions, ...customExportConditions])],
      });
    },
    load: (url, context, next) => {
      if (url === IMPORTED_AS) return { format: 'module', source: IMPORTED, shortCircuit: true };
      const isOurs = url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');
      return isOurs
        ? { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true }
        : next(url, context);
    },
  });
}

/**
 * Runs test files where the worker itself runs, not each in a realm of its own: what a file has loaded and the platform has
 * compiled, the next one has at hand, which is half of the time. Such files leave nothing changed that others find.
 */
class OneRealmRuntime extends Runtime {
  #hasOwnRealm;

  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    // Who watches changes what was loaded.
    this.#hasOwnRealm = globalConfig.watch || globalConfig.watchAll || OWN_REALM.test(readFileSync(testPath, 'utf8'));
    if (this.#hasOwnRealm) return;
    hook(config);
    for (const name of CONSTRUCTORS) environment.global[name] = globalThis[name];
    globalThis[Symbol.for('plimsoll mocker')] = environment.moduleMocker;
  }

  async unstable_importModule(from, moduleName) {
    if (this.#hasOwnRealm || moduleName !== undefined) return super.unstable_importModule(from, moduleName);
    for (const name of GLOBALS) globalThis[name] = this._environment.global[name];
    // Jest wants long stacks of itself; each error of the product would be made with one.
    Error.stackTraceLimit = 10;
    return import(pathToFileURL(from).href);
  }

  getSourceMaps() {
    for (const [file, map] of super.getSourceMaps() ?? []) maps.set(file, map);
    return maps;
  }
}

export { OneRealmRuntime as 'module.exports' };
