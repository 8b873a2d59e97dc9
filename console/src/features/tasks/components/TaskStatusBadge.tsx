import { IconCircleCheck, IconCircleMinus, IconHourglass, type Icon } from '@tabler/icons-react';
import type { TaskListItem } from '@plimsoll/contracts/tasks/answers';
import type { TaskState } from '@plimsoll/contracts/tasks/vocabulary';
import { todayIn } from '../../../lib/format/time.ts';
import { Badge, Due } from '../../../ui/feedback/Badge.tsx';
import { CHECK_DUE, statusLabels } from '../labels.ts';

const badges: Readonly<Record<Exclude<TaskState, 'OPEN'>, { icon: Icon; tone: 'plain' | 'good' | 'asks' }>> = {
  COMPLETED: { icon: IconHourglass, tone: 'plain' },
  VERIFIED: { icon: IconCircleCheck, tone: 'good' },
  CANCELLED: { icon: IconCircleMinus, tone: 'plain' },
};

/** Badge of an action's status. On the day of its check, a completed one says that the check is due. */
export function TaskStatusBadge({
  task: { status, verifyBy },
  timeZone,
}: {
  task: Pick<TaskListItem, 'status' | 'verifyBy'>;
  /** Of the organization. */
  timeZone: string;
}) {
  if (status === 'OVERDUE' || status === 'CHECK_OVERDUE') return <Due overdue>{statusLabels[status]}</Due>;
  if (status === 'OPEN') return <Due overdue={false}>{statusLabels[status]}</Due>;
  if (status === 'COMPLETED' && verifyBy === todayIn(timeZone)) return <Due overdue={false}>{CHECK_DUE}</Due>;
  return <Badge {...badges[status]}>{statusLabels[status]}</Badge>;
}
