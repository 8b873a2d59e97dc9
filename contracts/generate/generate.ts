import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { eventContracts } from '../src/event-contracts.ts';
import { eventJsonSchema } from '../src/event-json-schema.ts';
import { openApiDocument } from '../src/http/openapi-document.ts';
import { routes } from '../src/http/routes.ts';

const folder = new URL('../', import.meta.url);

/** Method and path of every route, for clients: they type their calls by the routes and need none of the schemas. */
function operationsText(): string {
  const lines = routes.map(({ operationId, method, path }) => `  ${operationId}: { method: '${method}', path: '${path}' },\n`);
  return `/* Generated from routes.ts by \`npm run generate\`. */\nexport const operations = {\n${lines.join('')}} as const;\n`;
}

/** What is generated from the contracts and kept in the repository: file name (from this package's root) and text. */
export function generated(): Map<string, string> {
  const files = new Map<string, string>();
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  for (const contract of eventContracts) files.set(`schemas/${contract.type}.v${contract.schemaVersion}.json`, json(eventJsonSchema(contract)));
  files.set('openapi.json', json(openApiDocument()));
  files.set('src/http/operations.ts', operationsText());
  return files;
}

/** The generated files whose text in the repository is not what the contracts say now. */
export function staleFiles(): string[] {
  const files = generated();
  const stale = [...files].filter(([name, text]) => {
    try {
      return readFileSync(new URL(name, folder), 'utf8') !== text;
    } catch {
      return true;
    }
  });
  const left = readdirSync(new URL('schemas/', folder)).map((name) => `schemas/${name}`).filter((name) => !files.has(name));
  return [...stale.map(([name]) => name), ...left];
}

if (process.argv.includes('--write')) {
  rmSync(new URL('schemas/', folder), { recursive: true, force: true });
  mkdirSync(new URL('schemas/', folder), { recursive: true });
  for (const [name, text] of generated()) writeFileSync(new URL(name, folder), text);
}
