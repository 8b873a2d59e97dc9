import { existsSync } from 'node:fs';
import { eventContracts } from './event-contracts.ts';

describe('domain events', () => {
  test('no two have the same name', () => {
    expect(new Set(eventContracts.map(({ type }) => type)).size).toBe(eventContracts.length);
  });

  test.each(
    eventContracts.flatMap(({ type, schemaVersion }) =>
      Array.from({ length: schemaVersion }, (_, index) => `${type}.v${index + 1}`),
    ),
  )('the first event ever written as %s stays as a golden file', (name) => {
    expect(existsSync(new URL(`../../golden/${name}.json`, import.meta.url))).toBe(true);
  });

  test('what people write about an incident is marked as personal, in every field', async () => {
    const { eventJsonSchema } = await import('./event-json-schema.ts');
    const marked = (node: unknown, path: string): string[] =>
      node && typeof node === 'object'
        ? Object.entries(node).flatMap(([key, value]) =>
            key === 'personal'
              ? [path]
              : marked(value, /^(properties|items|anyOf|\d+)$/.test(key) ? path : `${path}.${key}`),
          )
        : [];
    const reported = eventContracts.find(({ type }) => type === 'IncidentReported')!;
    expect(new Set(marked(eventJsonSchema(reported), ''))).toEqual(
      new Set([
        '.data.location',
        '.data.description',
        '.data.immediateActions',
        '.data.injuredPersons.name',
        '.data.injuredPersons.treatment',
        '.data.relatedPersons.name',
        '.data.relatedPersons.emailAddress',
        '.data.relatedPersons.role',
        '.data.components.answers.value',
      ]),
    );
  });
});
