/** The part of JSON Schema that zod writes. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly not?: unknown;
  readonly personal?: readonly string[];
  readonly plain?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Texts of these leave nothing to write; an address does. */
const FORMATS = new Set(['uuid', 'date', 'time', 'date-time', 'duration']);

const branchesOf = (schema: Schema): readonly Schema[] => [
  ...(schema.anyOf ?? []),
  ...(schema.oneOf ?? []),
  ...(schema.allOf ?? []),
];

const isChoice = (schema: Schema): boolean => schema.enum !== undefined || 'const' in schema;

/** Says nothing about the possible values. */
const isAnything = (schema: Schema): boolean =>
  schema.type === undefined &&
  schema.$ref === undefined &&
  schema.not === undefined &&
  !isChoice(schema) &&
  branchesOf(schema).length === 0 &&
  !schema.properties &&
  !schema.items &&
  !schema.prefixItems;

/** Whether it is free text, which reads as "erased" when its key is gone; anything else reads as null. */
export function allowsFreeText(schema: Schema): boolean {
  if (isChoice(schema)) return false;
  if (schema.type === 'string') return !FORMATS.has(schema.format ?? '');
  return isAnything(schema) || branchesOf(schema).some(allowsFreeText);
}

const allowsNull = (schema: Schema): boolean =>
  schema.type === 'null' ||
  schema.const === null ||
  schema.enum?.includes(null) === true ||
  isAnything(schema) ||
  branchesOf(schema).some(allowsNull);

const isFreeText = (schema: Schema): boolean => schema.type === 'string' && allowsFreeText(schema);

/**
 * Paths of a schema with unmarked texts, or with personal values other than free text that cannot be null: those would
 * be unreadable after an erasure. Each with what is missing.
 * @param root the document that `$ref`s point into.
 */
export function unmarkedPaths(schema: unknown, root: unknown): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const walk = (at: Schema, path: string, nullable: boolean): void => {
    const maybeNull = nullable || allowsNull(at);
    if (at.personal) {
      if (!isFreeText(at) && !maybeNull)
        found.push(`${path} is personal and must allow null, which it reads as when it is erased`);
      return;
    }
    if (at.plain !== undefined || isChoice(at)) return;
    if (at.$ref !== undefined && !seen.has(at.$ref)) {
      seen.add(at.$ref);
      walk(resolve(at.$ref, root), path, maybeNull);
    }
    if (isFreeText(at)) found.push(`${path} is a text: mark it personal(…) or plain('why')`);
    if (isAnything(at)) found.push(`${path} may be anything: mark it personal(…) or plain('why')`);
    for (const branch of branchesOf(at)) walk(branch, path, maybeNull);
    for (const [name, property] of Object.entries(at.properties ?? {})) walk(property, `${path}/${name}`, false);
    for (const item of [...(at.prefixItems ?? []), at.items])
      if (typeof item === 'object') walk(item, `${path}/*`, false);
    for (const value of [...Object.values(at.patternProperties ?? {}), at.additionalProperties]) {
      if (typeof value !== 'object') continue;
      if (!at.propertyNames || allowsFreeText(at.propertyNames)) found.push(`${path} has names that may be any text`);
      walk(value, `${path}/*`, false);
    }
  };
  walk(schema as Schema, '/data', false);
  return found;
}

/** What a reference within the document points to. @throws when it is not there. */
export function resolve(reference: string, root: unknown): Schema {
  let at: unknown = root;
  for (const step of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    at = (at as Record<string, unknown> | undefined)?.[
      decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  if (at === undefined) throw new Error(`The schema refers to ${reference}, which is not there`);
  return at as Schema;
}
