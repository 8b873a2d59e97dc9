import { IconChartLine, IconCornerUpLeft, IconEye, IconListCheck, IconSignature, IconUserQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Due } from './Badge.tsx';
import css from './TaskList.module.css';

export interface TaskEntry {
  key: string;
  kind: 'REVIEW' | 'APPROVAL' | 'EVENT_RETURNED' | 'EVENT_WITHOUT_REVIEWER' | 'CORRECTIVE_ACTION' | 'ACTION_VERIFICATION' | 'MONTHLY_REPORTING';
  to: string;
  title: string;
  /** Which event it is about: its number and heading. */
  record?: string;
  sub?: string;
  overdue: boolean;
}

const icons = { REVIEW: IconEye, APPROVAL: IconSignature, EVENT_RETURNED: IconCornerUpLeft, EVENT_WITHOUT_REVIEWER: IconUserQuestion, CORRECTIVE_ACTION: IconListCheck, ACTION_VERIFICATION: IconListCheck, MONTHLY_REPORTING: IconChartLine };

/** What somebody has to do, each entry a link to where it is done. */
export function TaskList({ tasks, onFollow }: { tasks: readonly TaskEntry[]; onFollow?: () => void }) {
  return (
    <ul className={css.list}>
      {tasks.map(({ key, kind, to, title, record, sub, overdue }) => {
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
                <Due overdue={overdue} />
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
