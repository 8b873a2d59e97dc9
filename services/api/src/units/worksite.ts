import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { worksiteDetailsChanged } from '@plimsoll/contracts/units/unit-events';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { refuse, type Refusal } from '../commands/decision.ts';
import type { Reservation } from '../commands/execute.ts';
import { fieldError } from '../commands/field-error.ts';
import type { Unit } from './unit.ts';
import { worksiteStream } from '@plimsoll/contracts/units/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';
import { heldBy, nameKind } from '../commands/reserved-name.ts';

/** Details of a worksite other than its name. */
export type WorksiteDetails = EventOf<typeof worksiteDetailsChanged>['data'];

/** An active worksite. */
export interface ActiveWorksite {
  readonly name: string;
  readonly details: WorksiteDetails;
}
export type Worksite = Unit<ActiveWorksite>;

const noWorksite: Worksite = { state: 'NONE' };

const worksiteNameKind = nameKind('worksite name', (name: string) => `worksite:${name.trim().toLowerCase()}`);

/** Reserves the name of an active worksite, case-insensitively. */
export const worksiteName = (name: string): Reservation => ({
  key: worksiteNameKind.of(name),
  taken: 'DuplicateWorksiteName',
});

/** Refusal for an unknown region; null for a known one or none. */
export const regionUnknown = (regionGuid: string | null): Refusal | null =>
  regionGuid === null || regionOf(regionGuid)
    ? null
    : refuse('RegionNotFound', { fieldErrors: [fieldError('regionGuid', 'RegionNotFound')] });

function evolveWorksite(worksite: Worksite, event: RecordedOf<typeof worksiteStream>): Worksite {
  switch (event.type) {
    case 'WorksiteCreated': {
      const { worksiteGuid: _, name, ...details } = event.data;
      return { state: 'ACTIVE', name, details };
    }
    case 'WorksiteRenamed':
      return worksite.state === 'ACTIVE' ? { ...worksite, name: event.data.name } : worksite;
    case 'WorksiteDetailsChanged':
      return worksite.state === 'ACTIVE' ? { ...worksite, details: event.data } : worksite;
    case 'WorksiteArchived':
      return { state: 'ARCHIVED' };
    case 'WorksiteRemoved':
      return { state: 'REMOVED' };
    default:
      return worksite;
  }
}

export const worksiteDecider = decider({ stream: worksiteStream, initial: noWorksite, evolve: evolveWorksite });

export const worksiteNames = heldBy(worksiteDecider, [
  worksiteNameKind,
  (worksite) => (worksite.state === 'ACTIVE' ? [worksiteNameKind.of(worksite.name)] : []),
]);
