import { IconCircleCheck, IconCircleMinus, IconHourglass, type Icon } from '@tabler/icons-react';
import type { TaskStatus } from '@plimsoll/contracts/tasks/vocabulary';
import { Badge, Due } from '../../../ui/feedback/Badge.tsx';
import { statusWords } from '../labels.ts';

const looks: Readonly<
  Record<Exclude<TaskStatus, 'OPEN' | 'OVERDUE'>, { icon: Icon; tone: 'plain' | 'good' | 'asks' }>
> = {
  COMPLETED: { icon: IconHourglass, tone: 'plain' },
  VERIFIED: { icon: IconCircleCheck, tone: 'good' },
  CANCELLED: { icon: IconCircleMinus, tone: 'plain' },
};

/** Badge of an action's status. */
export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  if (status === 'OPEN' || status === 'OVERDUE') return <Due overdue={status === 'OVERDUE'}>{statusWords[status]}</Due>;
  return <Badge {...looks[status]}>{statusWords[status]}</Badge>;
}
