import type { ReadModel } from '../runner/tables/read-model.ts';

/** What a context contributes to the read side. */
export interface ReadContext {
  readonly readModels: readonly ReadModel[];
  /**
   * Load the files whose exported classes handle queries. Only processes that answer queries load them: projectors,
   * rebuild threads and migrations need the read models without Nest.
   */
  readonly queries: readonly (() => Promise<object>)[];
}

/** Declares the read models and queries of a context; `contexts.ts` lists it. */
export const defineReadContext = (context: ReadContext): ReadContext => context;
