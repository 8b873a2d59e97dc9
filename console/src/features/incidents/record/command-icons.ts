import {
  IconArrowRight,
  IconCornerUpLeft,
  IconEye,
  IconEyeCheck,
  IconLockCheck,
  IconLockOpen,
  IconPencil,
  IconRestore,
  IconSignature,
  IconStars,
  IconTrash,
  IconUserShare,
  type Icon,
} from '@tabler/icons-react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { isAgain } from './next-actions.ts';

const icons: Readonly<Partial<Record<IncidentCommand, Icon>>> = {
  amend: IconPencil,
  'request-review': IconEye,
  review: IconEyeCheck,
  return: IconCornerUpLeft,
  'request-approval': IconSignature,
  approve: IconLockCheck,
  reopen: IconLockOpen,
  delete: IconTrash,
  restore: IconRestore,
};

/** Icon of a command, for its button and the search. */
export function commandIcon(command: IncidentCommand, state: IncidentDetail['state']): Icon {
  if (!isAgain(command, state)) return icons[command] ?? IconArrowRight;
  return command === 'review' ? IconStars : IconUserShare;
}
