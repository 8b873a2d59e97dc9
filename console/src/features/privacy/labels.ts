import { IconBan, IconCheck, IconClock, IconLock, IconTrash, type Icon } from '@tabler/icons-react';
import type { ErasureKind, HeldKind } from '@plimsoll/contracts/privacy/events';
import type { Erasure, KeptPerson, LegalHold } from '@plimsoll/contracts/privacy/privacy';

export const personKindLabels: Readonly<Record<ErasureKind, string>> = {
  MEMBER: 'Member, now or before',
  INJURED: 'Hurt in an event',
  RELATED: 'Named in an event',
  INCIDENT_TEXT: 'What an event says',
  INVITED: 'Invited, not a member',
  AUDITOR: 'External auditor',
};
const heldLabels: Readonly<Record<HeldKind, string>> = {
  ORGANIZATION: 'Everything',
  PERSON: 'Person',
  INCIDENT: 'Event',
};

/** Name of what is erased: the person, or the event whose text it is. */
export const subjectLabel = ({ kind, name }: Pick<KeptPerson, 'kind' | 'name'>): string =>
  kind === 'INCIDENT_TEXT' ? `Text of event ${name}` : name;

/** Name of what a legal hold protects. */
export const holdLabel = ({ kind, label }: Pick<LegalHold, 'kind' | 'label'>): string =>
  kind === 'PERSON' ? (label ?? heldLabels.PERSON) : label === null ? heldLabels[kind] : `${heldLabels[kind]} ${label}`;

type ErasureState = Pick<Erasure, 'status' | 'isHeld'>;
/** Badge of an erasure's status. */
export function erasureBadge({ status, isHeld }: ErasureState): {
  label: string;
  icon: Icon;
  tone: 'plain' | 'good' | 'asks';
} {
  switch (status) {
    case 'PENDING':
      return isHeld
        ? { label: 'Held', icon: IconLock, tone: 'asks' }
        : { label: 'Waiting', icon: IconClock, tone: 'plain' };
    case 'ERASING':
      return { label: 'Erasing', icon: IconTrash, tone: 'plain' };
    case 'DONE':
      return { label: 'Erased', icon: IconCheck, tone: 'good' };
    case 'CANCELLED':
      return { label: 'Cancelled', icon: IconBan, tone: 'plain' };
  }
}

/** Count with its noun: "1 file", "3 files". */
export const counted = (count: number, singular: string, plural: string): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? singular : plural}`;
