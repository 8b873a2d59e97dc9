import { allContexts, type AnyContext } from '../all-contexts.ts';
import type { EventContract } from './domain-event.ts';
import type { StreamDefinition, StreamEvent } from './stream.ts';

/** The stream definitions of all contexts. */
export const streamDefinitions: readonly StreamDefinition[] = allContexts.flatMap(
  ({ streams }): readonly StreamDefinition[] => streams,
);

/** Every domain event there is. The log accepts these and no others. */
export const eventContracts: readonly EventContract[] = [...new Set(streamDefinitions.flatMap(({ events }) => events))];

/** Any domain event, as a decision makes it. */
export type DomainEvent = StreamEvent<AnyContext['streams'][number]>;
