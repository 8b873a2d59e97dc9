import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { OrganizationEvent } from '@plimsoll/contracts/organizations/events';
import type { UnitEvent, worksiteDetailsChanged } from '@plimsoll/contracts/units/unit-events';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { refuse, type Refusal } from '../commands/decision.ts';
import type { Folded, Reservation } from '../commands/execute.ts';
import { fieldError } from '../http/problem-of.ts';
import type { Unit } from './unit.ts';

/** What is known of a place besides its name. */
export type WorksiteDetails = EventOf<typeof worksiteDetailsChanged>['data'];

/** A worksite that is in use. */
export interface ActiveWorksite {
  readonly name: string;
  readonly details: WorksiteDetails;
}
export type Worksite = Unit<ActiveWorksite>;

export const noWorksite: Worksite = { state: 'NONE' };

/** A worksite, as a stream of a use case. */
export const foldedWorksite = (guid: string): Folded<Worksite> => ({
  stream: { kind: 'worksite', guid },
  initial: noWorksite,
  evolve: evolveWorksite,
});

/** The name of a worksite that is in use: only one may have it, in any case. */
export const worksiteName = (name: string): Reservation => ({
  key: `worksite:${name.trim().toLowerCase()}`,
  taken: 'DuplicateWorksiteName',
});

/** Why a region cannot be a worksite's: there is none of that guid. Null where it can, or where none is named. */
export const regionUnknown = (regionGuid: string | null): Refusal | null =>
  regionGuid === null || regionOf(regionGuid)
    ? null
    : refuse('RegionNotFound', { fieldErrors: [fieldError('regionGuid', 'RegionNotFound')] });

export function evolveWorksite(worksite: Worksite, recorded: RecordedEvent): Worksite {
  const event = recorded as RecordedEvent & (OrganizationEvent | UnitEvent);
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
