import * as byName from './contexts.ts';
import type { ReadContext } from './platform/read-context.ts';

/** All contexts that have read models, in the order of their names. */
export const allContexts: readonly ReadContext[] = Object.values(byName);
