import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { entriesOf } from '../src/all-contexts.ts';
import type { ErrorEntry } from '../src/errors/error-entry.ts';
import { generalErrors } from '../src/errors/general-errors.ts';
import { eventContracts } from '../src/kernel/event-contracts.ts';
import { asyncApiDocument, integrationSchema } from '../src/integration/asyncapi.ts';
import { integrationTypes } from '../src/integration/integration-event.ts';
import { PING } from '../src/integration/webhooks.ts';
import { openApiDocument } from '../src/http/openapi-document.ts';
import { routes } from '../src/http/routes.ts';
import { internalKinds, internalTypes } from './internal-events.ts';
import { inPublishedOrder } from './published-order.ts';
import { releasedWith, releaseErrors } from './released-schemas.ts';
import { contractErrors, lockWith, newVersions, type StoredVersions } from './schema-lock.ts';

const folder = new URL('../', import.meta.url);

const published = (path: string): string =>
  existsSync(new URL(path, folder)) ? readFileSync(new URL(path, folder), 'utf8') : '';
const publishedJson = (path: string): unknown => JSON.parse(published(path) || '{}');

const OPERATIONS = 'src/http/operations.ts';
/** Method and path of every route, for clients: they type their calls by the routes and need none of the schemas. */
function operationsText(): string {
  const before = Object.fromEntries([...published(OPERATIONS).matchAll(/^ {2}(\w+): /gm)].map(([, id]) => [id, '']));
  const now = Object.fromEntries(routes.map(({ operationId, method, path }) => [operationId, `${method} ${path}`]));
  const lines = Object.entries(inPublishedOrder(before, now)).map(([id, address]) => `  ${id}: '${address}',\n`);
  return `/* Generated from routes.ts by \`npm run generate\`. */\nexport const operations = {\n${lines.join('')}} as const;\n`;
}

const KINDS = 'src/kernel/stream-kinds.ts';
/**
 * The kinds of streams with their labels, for clients: the definitions of the streams bring the schemas of all events.
 */
function kindsText(): string {
  const before = Object.fromEntries(
    [...published(KINDS).matchAll(/^ {2}'?([a-z-]+)'?: '/gm)].map(([, kind]) => [kind, '']),
  );
  const lines = Object.entries(inPublishedOrder(before, entriesOf('labels'))).map(
    ([kind, label]) => `  ${/^\w+$/.test(kind) ? kind : `'${kind}'`}: '${label}',\n`,
  );
  return `/* Generated from contexts.ts by \`npm run generate\`. */
/** What people see a record called, by the kind of its stream. */
export const streamLabels = {
${lines.join('')}} as const;

export type StreamKind = keyof typeof streamLabels;

export const streamKinds = Object.keys(streamLabels) as [StreamKind, ...StreamKind[]];
`;
}

const INTERNAL = 'src/integration/internal-events.ts';
const setText = (name: string, values: readonly string[]): string => {
  const oneLine = `export const ${name}: ReadonlySet<string> = new Set([${values.map((value) => `'${value}'`).join(', ')}]);\n`;
  return oneLine.length <= 121
    ? oneLine
    : `export const ${name}: ReadonlySet<string> = new Set([\n${values.map((value) => `  '${value}',\n`).join('')}]);\n`;
};
/** What other systems never receive, for clients that show an example: they need no schemas of events. */
const internalText = (): string => `/* Generated from contexts.ts by \`npm run generate\`. */
/** Kinds of streams that other systems never hear of, also where another kind publishes the same event. */
${setText('internalStreams', internalKinds)}
/** Domain events that other systems never receive. A test names those that are neither here nor mapped. */
${setText('internalEvents', internalTypes)}`;

const CATALOGUE = 'src/errors/catalogue.generated.ts';
/** The errors of all contexts, for clients, which need none of their schemas. */
function catalogueText(): string {
  const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);
  const entry = ({ status, text }: ErrorEntry) => {
    if (status === 404 && text.endsWith(' not found'))
      return `notFound(${quoted(text.slice(0, -' not found'.length))})`;
    if (status === 400) return `bad(${quoted(text)})`;
    return status === 409 ? `conflict(${quoted(text)})` : `{ status: ${status}, text: ${quoted(text)} }`;
  };
  const before = Object.fromEntries([...published(CATALOGUE).matchAll(/^ {2}(\w+): /gm)].map(([, name]) => [name, '']));
  const errors: Record<string, ErrorEntry> = { ...generalErrors, ...entriesOf('errors') };
  const lines = Object.entries(inPublishedOrder(before, errors)).map(
    ([name, error]) => `  ${name}: ${entry(error)},\n`,
  );
  return `/* Generated from contexts.ts by \`npm run generate\`. */
import { bad, conflict, notFound } from './error-entry.ts';

/**
 * Every error class that an answer may carry, with its HTTP status and the text that users see.
 * Texts are the specification's (part 1, section 8) where it gives one.
 */
// biome-ignore format: one line for each class
export const errorCatalogue = {
${lines.join('')}} as const;
`;
}

const LOCK = 'schemas.lock.json';

const namesIn = (path: string): string[] =>
  existsSync(new URL(path, folder))
    ? readdirSync(new URL(path, folder)).map((name) => name.replace(/\.json$/, ''))
    : [];

function storedVersions(): StoredVersions {
  const lock = new URL(LOCK, folder);
  return {
    schemas: new Map(
      namesIn('schemas/').map((name) => [name, readFileSync(new URL(`schemas/${name}.json`, folder), 'utf8')]),
    ),
    golden: new Set(namesIn('golden/')),
    lock: existsSync(lock) ? (JSON.parse(readFileSync(lock, 'utf8')) as Record<string, string>) : {},
  };
}

const RELEASED = 'integration/released.json';
const released = (): Record<string, Record<string, unknown>> =>
  existsSync(new URL(RELEASED, folder))
    ? (JSON.parse(readFileSync(new URL(RELEASED, folder), 'utf8')) as Record<string, Record<string, unknown>>)
    : {};
const integrationSchemas = (): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    [...integrationTypes, PING].map((type) => [
      type,
      JSON.parse(JSON.stringify(integrationSchema(type))) as Record<string, unknown>,
    ]),
  );

/** Generated files by name (from this package's root), with their text. */
export function generated(): Map<string, string> {
  const files = new Map<string, string>();
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const { lock } = storedVersions();
  const added = newVersions(eventContracts, lock);
  for (const [name, text] of added) files.set(`schemas/${name}.json`, text);
  files.set(LOCK, json(lockWith(lock, added)));
  files.set('openapi.json', json(inPublishedOrder(publishedJson('openapi.json'), openApiDocument())));
  files.set('integration/asyncapi.json', json(asyncApiDocument()));
  for (const type of [...integrationTypes, PING])
    files.set(`integration/schemas/${type}.json`, json(integrationSchema(type)));
  files.set(RELEASED, json(releasedWith(released(), integrationSchemas())));
  files.set(OPERATIONS, operationsText());
  files.set(KINDS, kindsText());
  files.set(INTERNAL, internalText());
  files.set(CATALOGUE, catalogueText());
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
  const { schemas, lock } = storedVersions();
  const unknown = [...schemas.keys()].filter((name) => lock[name] === undefined).map((name) => `schemas/${name}.json`);
  return [...new Set([...stale.map(([name]) => name), ...unknown])];
}

/** What the contracts break of what they were when events were written by them. */
export const brokenContracts = (): string[] => [
  ...contractErrors(eventContracts, storedVersions()),
  ...releaseErrors(released(), integrationSchemas()),
];

// Versions that the lock has are never written again. One that no log has yet may change: take its line out of the lock
// first.
if (process.argv.includes('--write')) {
  const errors = brokenContracts();
  if (errors.length > 0) throw new Error(`Nothing was generated:\n${errors.join('\n')}`);
  for (const made of ['schemas/', 'integration/schemas/']) mkdirSync(new URL(made, folder), { recursive: true });
  for (const [name, text] of generated()) writeFileSync(new URL(name, folder), text);
}
