import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { loadLinesSet, LoadLines } from '@plimsoll/contracts/metrics/events';
import type { StreamKind } from '@plimsoll/contracts/stream-kinds';
import type { EventStore, RecordedEvent, StreamId } from '@plimsoll/event-store/event-store';
import { v5 as uuidv5 } from 'uuid';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';

type Set = EventOf<typeof loadLinesSet>;

/** Sets the limits of a calendar year; null is none. The same again writes nothing. */
export class SetLoadLines extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly year: number, readonly limits: LoadLines) {
    super();
  }
}

const NONE: LoadLines = { trif: null, ltif: null, mvif: null };

export function setLoadLines(year: number, limits: LoadLines, before: LoadLines): Decision<Set> {
  const isSame = limits.trif === before.trif && limits.ltif === before.ltif && limits.mvif === before.mvif;
  return isSame ? [] : [{ type: 'LoadLinesSet', data: { year, ...limits } }];
}

export const loadLinesStream = (tenant: string, year: number): StreamId<StreamKind> => ({ kind: 'load-lines', guid: uuidv5(`load-lines/${year}`, tenant) });

@CommandHandler(SetLoadLines)
export class SetLoadLinesHandler implements ICommandHandler<SetLoadLines> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  execute({ envelope, year, limits }: SetLoadLines): Promise<Outcome> {
    return execute(this.store, envelope, {
      stream: loadLinesStream(envelope.tenant, year),
      initial: NONE,
      evolve: (_, event: RecordedEvent) => event.data as Set['data'],
      decide: (before) => setLoadLines(year, limits, before),
    });
  }
}
