import { allContexts, entriesOf } from '../src/all-contexts.ts';
import type { StreamDefinition } from '../src/kernel/stream.ts';

const reasons = entriesOf('internal');
const streams = allContexts.flatMap(({ streams }): readonly StreamDefinition[] => streams);
const external = new Set(
  streams.filter(({ kind }) => reasons[kind] === undefined).flatMap(({ events }) => events.map(({ type }) => type)),
);

/** Internal kinds of streams that hold events which other streams publish, such as files of tasks. */
export const internalKinds: readonly string[] = streams
  .filter(({ kind, events }) => reasons[kind] !== undefined && events.some(({ type }) => external.has(type)))
  .map(({ kind }) => kind);

/** Types that no other system receives: named themselves, or only in streams of internal kinds. */
export const internalTypes: readonly string[] = [
  ...new Set(
    streams.flatMap(({ kind, events }) =>
      events
        .map(({ type }) => type)
        .filter((type) => reasons[type] !== undefined || (reasons[kind] !== undefined && !external.has(type))),
    ),
  ),
];
