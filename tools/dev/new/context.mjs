import { camel, pascal, sentence } from './names.mjs';
import { addExportLine } from './source.mjs';

/** Adds a context without commands, read models and screens: a folder of its name in every package, and a line each. */
export function newContext(sources, name) {
  const identifier = camel(name);
  const list = (path, line) => sources.change(path, (text) => addExportLine(text, line));

  sources.create(
    `contracts/src/${name}/context.ts`,
    `
import { defineContext } from '../kernel/context.ts';

export const ${identifier}Context = defineContext({ name: '${name}' });`,
  );
  list('contracts/src/contexts.ts', `export { ${identifier}Context } from './${name}/context.ts';`);

  sources.create(
    `services/api/src/${name}/${name}.module.ts`,
    `
import { Module } from '@nestjs/common';

@Module({})
export class ${pascal(name)}Module {}`,
  );
  list('services/api/src/contexts.ts', `export { ${pascal(name)}Module } from './${name}/${name}.module.ts';`);

  sources.create(
    `projections/src/${name}/context.ts`,
    `
import { defineReadContext } from '../platform/read-context.ts';

export const ${identifier} = defineReadContext({ readModels: [], queries: [] });`,
  );
  list('projections/src/contexts.ts', `export { ${identifier} } from './${name}/context.ts';`);

  sources.create(
    `services/reactors/src/${name}/context.ts`,
    `
import { defineContext } from '../context.ts';

export const ${identifier} = defineContext({ name: '${name}' });`,
  );
  list('services/reactors/src/contexts.ts', `export { ${identifier} } from './${name}/context.ts';`);

  sources.create(
    `console/src/features/${name}/paths.ts`,
    `
/** The addresses of ${sentence(name).toLowerCase()}. */
export const ${identifier}Pattern = {} as const;`,
  );
  sources.create(
    `console/src/features/${name}/routes.ts`,
    `
import type { Declared } from '../../lib/url/screen.ts';

export const routes: readonly Declared[] = [];`,
  );
  list('console/src/app/contexts.ts', `export { routes as ${identifier} } from '../features/${name}/routes.ts';`);
}
