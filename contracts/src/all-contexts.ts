import * as byName from './contexts.ts';
import type { Context } from './kernel/context.ts';

type Contexts = typeof byName;

/** Any context that `contexts.ts` names, with the types of its parts. */
export type AnyContext = Contexts[keyof Contexts];

/** All contexts of the product, in the order of their names. */
export const allContexts: readonly AnyContext[] = Object.values(byName);

/** Entries of one part of all contexts. @throws when two contexts declare the same name. */
export function entriesOf<Part extends 'answers' | 'errors' | 'labels' | 'internal' | 'jobs'>(
  part: Part,
): Record<string, Context[Part][string]> {
  const entries = (allContexts as readonly Context[]).flatMap((context) => Object.entries(context[part]));
  const names = entries.map(([name]) => name);
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated !== undefined) throw new Error(`Two contexts declare ${repeated} in their ${part}`);
  return Object.fromEntries(entries) as Record<string, Context[Part][string]>;
}
