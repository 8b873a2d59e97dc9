import { IconChartLine, IconEye, IconListCheck, IconSignature } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Due } from './Badge.tsx';
import css from './TaskList.module.css';

export interface TaskEntry {
  key: string;
  kind: 'REVIEW' | 'APPROVAL' | 'CORRECTIVE_ACTION' | 'MONTHLY_REPORTING';
  to: string;
  title: string;
  sub?: string;
  overdue: boolean;
}

const icons = { REVIEW: IconEye, APPROVAL: IconSignature, CORRECTIVE_ACTION: IconListCheck, MONTHLY_REPORTING: IconChartLine };

/** What somebody has to do, each entry a link to where it is done. */
export function TaskList({ tasks, onFollow }: { tasks: readonly TaskEntry[]; onFollow?: () => void }) {
  return (
    <ul className={css.list}>
      {tasks.map(({ key, kind, to, title, sub, overdue }) => {
        const Icon = icons[kind];
        return (
          <li key={key}>
            <Link className={css.task} to={to} onClick={onFollow}>
              <Icon size={22} aria-hidden />
              <span>
                <b>{title}</b>
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
