import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { worksiteDetailsChanged, worksiteRenamed } from '@plimsoll/contracts/units/unit-events';
import type { UpdateWorksiteRequest } from '@plimsoll/contracts/units/unit-requests';
import type { Decision } from '../commands/decision.ts';
import { regionUnknown, type ActiveWorksite, type WorksiteDetails } from './worksite.ts';

/** Changes a worksite; omitted fields stay unchanged, and equal values write nothing. Refuses: RegionNotFound. */
export function updateWorksite(
  { name, ...asked }: UpdateWorksiteRequest,
  worksite: ActiveWorksite,
): Decision<EventOf<typeof worksiteRenamed | typeof worksiteDetailsChanged>> {
  const valueOf = <Field extends keyof WorksiteDetails>(field: Field): WorksiteDetails[Field] =>
    asked[field] === undefined ? worksite.details[field] : asked[field] || null;
  const details: WorksiteDetails = {
    regionGuid: valueOf('regionGuid'),
    address: valueOf('address'),
    timeZone: valueOf('timeZone'),
    emergencyPhone: valueOf('emergencyPhone'),
  };
  return (
    regionUnknown(details.regionGuid) ?? [
      ...(name === undefined || name === worksite.name ? [] : [{ type: 'WorksiteRenamed' as const, data: { name } }]),
      ...(isDeepStrictEqual(details, worksite.details)
        ? []
        : [{ type: 'WorksiteDetailsChanged' as const, data: details }]),
    ]
  );
}
