import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { eventContracts } from '../src/event-contracts.ts';
import { eventJsonSchema } from '../src/event-json-schema.ts';
import { openApiDocument } from '../src/http/openapi-document.ts';

const folder = new URL('../', import.meta.url);

/** What is generated from the contracts and kept in the repository: file name (from this package's root) and text. */
export async function generated(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  for (const contract of eventContracts) files.set(`schemas/${contract.type}.v${contract.schemaVersion}.json`, json(eventJsonSchema(contract)));
  const document = openApiDocument();
  files.set('openapi.json', json(document));
  files.set('src/http/openapi.ts', `/* Generated from routes.ts by \`npm run generate\`. */\n${astToString(await openapiTypes(document as never))}`);
  return files;
}

/** The generated files whose text in the repository is not what the contracts say now. */
export async function staleFiles(): Promise<string[]> {
  const files = await generated();
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
  for (const [name, text] of await generated()) writeFileSync(new URL(name, folder), text);
}
