import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { loadLinesSet, LoadLines } from '@plimsoll/contracts/metrics/events';
import type { StreamKind } from '@plimsoll/contracts/stream-kinds';
import type { RecordedEvent, StreamId } from '@plimsoll/event-store/event-store';
import { v5 as uuidv5 } from 'uuid';
import type { Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';

type Set = EventOf<typeof loadLinesSet>;

const NONE: LoadLines = { trif: null, ltif: null, mvif: null };

/** Sets the limits of a calendar year; null is none. The same again writes nothing. */
export function setLoadLines(year: number, limits: LoadLines, before: LoadLines): Decision<Set> {
  const isSame = limits.trif === before.trif && limits.ltif === before.ltif && limits.mvif === before.mvif;
  return isSame ? [] : [{ type: 'LoadLinesSet', data: { year, ...limits } }];
}

export const loadLinesStream = (tenant: string, year: number): StreamId<StreamKind> => ({ kind: 'load-lines', guid: uuidv5(`load-lines/${year}`, tenant) });

export const SetLoadLines = useCase('SetLoadLines', ({ tenant }, year: number, limits: LoadLines) => ofOneStream({
  stream: loadLinesStream(tenant, year),
  initial: NONE,
  evolve: (_, event: RecordedEvent) => event.data as Set['data'],
  decide: (before) => setLoadLines(year, limits, before),
}));
