import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { loadLinesSet, LoadLines } from '@plimsoll/contracts/metrics/events';
import type { SetLoadLinesRequest } from '@plimsoll/contracts/metrics/http';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { StreamId } from '@plimsoll/event-store/port/event-store';
import { v5 as uuidv5 } from 'uuid';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';

type Set = EventOf<typeof loadLinesSet>;

export const NONE: LoadLines = { trif: null, ltif: null, mvif: null };
const limits = ['trif', 'ltif', 'mvif'] as const;

export interface Setting {
  readonly year: number;
  readonly setByGuid: string;
  /** In the organization's time zone. */
  readonly today: string;
}

/**
 * Sets the limits of a calendar year; null means none. Equal limits write nothing. Changing an existing limit of a year
 * that has begun requires a reason, since it decides which past months are above it.
 */
export function setLoadLines(
  { year, setByGuid, today }: Setting,
  { trif, ltif, mvif, reason }: SetLoadLinesRequest,
  before: LoadLines,
): Decision<Set> {
  const requested = { trif, ltif, mvif };
  const changed = limits.filter((limit) => requested[limit] !== before[limit]);
  if (changed.length === 0) return [];
  const hasBegun = Number(today.slice(0, 4)) >= year;
  if (hasBegun && !reason && changed.some((limit) => before[limit] !== null)) {
    return refuse('MalformedRequest', {
      fieldErrors: [fieldError('reason', 'MalformedRequest', fieldTexts.reasonMissing)],
    });
  }
  return [{ type: 'LoadLinesSet', data: { year, ...requested, setByGuid, reason: reason || null } }];
}

export const loadLinesStream = (tenant: string, year: number): StreamId<StreamKind> => ({
  kind: 'load-lines',
  guid: uuidv5(`load-lines/${year}`, tenant),
});
