import fc from 'fast-check';
import { routes } from '@plimsoll/contracts/http/routes';
import { reportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { arbitraryOf } from '../../../test/requests/arbitrary-of-schema.ts';
import { takeErrors } from '../../commands/take-errors.ts';
import { holdsMoreThan, issuesIn } from './issues-in.ts';

const schemas = routes.flatMap((route) =>
  'body' in route ? [[route.operationId, route.body as z.ZodType] as const] : [],
);
/**
 * Paths of the issues. For an answer of several possible types one validator names the intended type, the other reports
 * that none matches.
 */
const placesIn = (issues: readonly z.core.$ZodIssue[]) =>
  new Set(
    issues.flatMap((issue) => {
      const value = issue.path.indexOf('value');
      if (value >= 0) return [issue.path.slice(0, value + 1).join('.')];
      return (issue.code === 'unrecognized_keys' ? issue.keys : ['']).map(
        (key) => `${issue.path.join('.')} ${issue.code} ${key}`,
      );
    }),
  );

test.each(schemas)('what is found step by step in the body of %s is what is found at once', (_, schema) => {
  fc.assert(
    fc.property(arbitraryOf(schema), (input) => {
      const parsed = schema.safeParse(input);
      expect(placesIn([...issuesIn(schema, input)])).toEqual(placesIn(parsed.error?.issues ?? []));
    }),
    { numRuns: 200 },
  );
});

/** A list that counts how many of its entries were read. */
function watched(length: number, entry: unknown): { readonly list: unknown[]; readonly seen: () => number } {
  const seen = new Set<string>();
  const list = new Proxy(
    Array.from({ length }, () => entry),
    {
      get: (target, key) => (
        typeof key === 'string' && /^\d+$/.test(key) && seen.add(key), Reflect.get(target, key) as unknown
      ),
    },
  );
  return { list, seen: () => seen.size };
}

test('of 500 invalid answers no more are checked than are reported', () => {
  const { list, seen } = watched(500, { questionGuid: 'none', value: {} });
  const errors = takeErrors(
    issuesIn(reportIncidentRequest, {
      formGuid: uuidv7(),
      formVersion: 1,
      occurrenceDate: '2026-04-01',
      description: 'Fell',
      components: [{ groupGuid: uuidv7(), answers: list }],
    }),
  );
  expect(errors).toHaveLength(101);
  expect(seen()).toBeLessThan(60);
});

test('a list that is too long is not looked into', () => {
  const { list, seen } = watched(30_000, { questionGuid: 'none', value: {} });
  const errors = [...issuesIn(reportIncidentRequest.shape.components, [{ groupGuid: uuidv7(), answers: list }])];
  expect(errors).toMatchObject([{ code: 'too_big', maximum: 500, path: [0, 'answers'] }]);
  expect(seen()).toBe(0);
});

test('values are counted however they nest', () => {
  expect(holdsMoreThan({ a: [1, 2, { b: 3 }] }, 5)).toBe(false);
  expect(holdsMoreThan({ a: [1, 2, { b: 3 }] }, 4)).toBe(true);
  expect(holdsMoreThan('text', 0)).toBe(false);
});
