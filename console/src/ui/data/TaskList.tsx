import {
  IconAlertTriangle,
  IconBellRinging,
  IconChartLine,
  IconCornerUpLeft,
  IconEye,
  IconEyeCheck,
  IconListCheck,
  IconSignature,
  IconUserQuestion,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge, Due } from '../feedback/Badge.tsx';
import css from './TaskList.module.css';

export interface TaskEntry {
  key: string;
  kind:
    | 'ALARM'
    | 'REVIEW'
    | 'APPROVAL'
    | 'EVENT_RETURNED'
    | 'EVENT_WITHOUT_REVIEWER'
    | 'CORRECTIVE_ACTION'
    | 'ACTION_VERIFICATION'
    | 'MONTHLY_REPORTING'
    | 'LOAD_LINE'
    | 'NEWS';
  to: string;
  title: string;
  /** The event it is about: its number and heading. */
  record?: string;
  sub?: string;
  /** Null for news, which asks nobody to do anything. */
  overdue: boolean | null;
  /** What is wrong, in red, where "Overdue" does not say it. */
  alarm?: string;
  /** The user has not seen it yet. */
  isNew?: boolean;
}

const icons = {
  ALARM: IconBellRinging,
  REVIEW: IconEye,
  APPROVAL: IconSignature,
  EVENT_RETURNED: IconCornerUpLeft,
  EVENT_WITHOUT_REVIEWER: IconUserQuestion,
  CORRECTIVE_ACTION: IconListCheck,
  ACTION_VERIFICATION: IconListCheck,
  MONTHLY_REPORTING: IconChartLine,
  LOAD_LINE: IconAlertTriangle,
  NEWS: IconEyeCheck,
};

/**
 * Tasks of a user, each a link to where it is done.
 * @param after further actions on a task.
 */
export function TaskList({
  tasks,
  onFollow,
  after,
}: {
  tasks: readonly TaskEntry[];
  onFollow?: () => void;
  after?: (task: TaskEntry) => ReactNode;
}) {
  return (
    <ul className={css.list}>
      {tasks.map((task) => {
        const { key, kind, to, title, record, sub, overdue, alarm, isNew } = task;
        const Icon = icons[kind];
        return (
          <li key={key}>
            <Link className={css.task} to={to} onClick={onFollow}>
              <Icon size={22} aria-hidden />
              <span>
                <b>{title}</b>
                {record && <span className={css.record}>{record}</span>}
                {sub && <span className={css.sub}>{sub}</span>}
              </span>
              <span className={css.due}>
                {overdue !== null && <Due overdue={overdue || alarm !== undefined}>{alarm}</Due>}
                {isNew && <Badge>New</Badge>}
              </span>
            </Link>
            {after && <div className={css.after}>{after(task)}</div>}
          </li>
        );
      })}
    </ul>
  );
}
