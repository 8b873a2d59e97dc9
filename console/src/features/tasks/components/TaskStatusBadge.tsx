import { IconCircleCheck, IconCircleMinus, IconHourglass, type Icon } from '@tabler/icons-react';
import type { TaskStatus } from '@plimsoll/contracts/tasks/vocabulary';
import { Badge, Due } from '../../../ui/feedback/Badge.tsx';
import { statusLabels } from '../labels.ts';

const badges: Readonly<
  Record<Exclude<TaskStatus, 'OPEN' | 'OVERDUE'>, { icon: Icon; tone: 'plain' | 'good' | 'asks' }>
> = {
  COMPLETED: { icon: IconHourglass, tone: 'plain' },
  VERIFIED: { icon: IconCircleCheck, tone: 'good' },
  CANCELLED: { icon: IconCircleMinus, tone: 'plain' },
};

/** Badge of an action's status. */
export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  if (status === 'OPEN' || status === 'OVERDUE')
    return <Due overdue={status === 'OVERDUE'}>{statusLabels[status]}</Due>;
  return <Badge {...badges[status]}>{statusLabels[status]}</Badge>;
}
