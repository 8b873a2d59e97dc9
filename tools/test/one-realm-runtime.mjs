import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync, version } from '@swc/core';
import Runtime from 'jest-runtime';

/** Globals of a test file. */
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
/**
 * Constructors that Jest compares with, for example in `expect.any(String)`: it was loaded in another realm, which has
 * its own.
 */
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
/** Files that change their realm get a separate one. */
const OWN_REALM = /\bjest\.(useFakeTimers|unstable_mockModule)\(/;
/** Jest's exports for the current file; of `jest` only what cannot affect other files. */
const IMPORTED = [
  ...GLOBALS.filter((name) => name !== 'console').map(
    (name) =>
      `export const ${name} = new Proxy(() => undefined, { apply: (_, __, of) => globalThis.${name}(...of), get: (_, key) => globalThis.${name}[key] });`,
  ),
  'export const jest = { spyOn: (...of) => globalThis[Symbol.for("plimsoll mocker")].spyOn(...of) };',
].join('\n');
const IMPORTED_AS = 'plimsoll:jest';
/** Path of the source map, by file. */
const maps = new Map();
let isHooked = false;

/** Compiles our sources on import, each once for all workers. */
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
        // Another worker may write the same content at the same time: the last one wins.
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
 * Runs test files in the worker's realm instead of a separate realm for each: loaded modules and compiled code are
 * shared with the next file, which saves half of the time. Such files must not leave changed globals behind.
 */
class OneRealmRuntime extends Runtime {
  #hasOwnRealm;

  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    // In watch mode, loaded sources change.
    this.#hasOwnRealm = globalConfig.watch || globalConfig.watchAll || OWN_REALM.test(readFileSync(testPath, 'utf8'));
    if (this.#hasOwnRealm) return;
    hook(config);
    for (const name of CONSTRUCTORS) environment.global[name] = globalThis[name];
    globalThis[Symbol.for('plimsoll mocker')] = environment.moduleMocker;
  }

  async unstable_importModule(from, moduleName) {
    if (this.#hasOwnRealm || moduleName !== undefined) return super.unstable_importModule(from, moduleName);
    for (const name of GLOBALS) globalThis[name] = this._environment.global[name];
    // Jest raises this limit for itself; each error of the product would pay for it.
    Error.stackTraceLimit = 10;
    return import(pathToFileURL(from).href);
  }

  getSourceMaps() {
    for (const [file, map] of super.getSourceMaps() ?? []) maps.set(file, map);
    return maps;
  }
}

export { OneRealmRuntime as 'module.exports' };
