import { IconBellRinging, IconListCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { MyReport } from '@plimsoll/contracts/incidents/my-reports';
import { nameFirst } from '@plimsoll/contracts/members/member-texts';
import { formatDay, localTime } from '../../../lib/format/time.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { StateBadge } from '../../../ui/feedback/Badge.tsx';
import { reportedAlarmText } from '../../alarms/public/reported-alarm.ts';
import { incidentsPaths } from '../paths.ts';
import css from './MyReports.module.css';
import { actionsText, outcomeBadge, outcomeText } from './outcome-labels.ts';

/** What the user reported, and what became of it: the answer first. */
export function MyReportEntry({ report, level = 'h2' }: { report: MyReport; level?: 'h2' | 'h3' }) {
  const { user, organization } = useStarted();
  const { answer, alarm, actions, eventId, number, heading, formName, worksiteName, occurrenceDate } = report;
  const zone = organization.timeZone;
  const Heading = level;
  const alarmText = reportedAlarmText(alarm, user.guid, zone);
  const doing = actionsText(actions);
  return (
    <li className={css.report}>
      <div>
        <p className={css.muted}>
          {[number, formName, worksiteName, formatDay(occurrenceDate)].filter((part) => part !== null).join(' · ')}
        </p>
        <Heading className={css.heading}>
          <Link to={incidentsPaths.event(eventId)}>{heading}</Link>
        </Heading>
      </div>
      <div className={css.outcome}>
        {answer && (
          <figure className={css.answer}>
            <blockquote>{answer.text}</blockquote>
            <figcaption className={css.muted}>
              {answer.by.userGuid === user.guid ? 'You' : nameFirst(answer.by.name)},{' '}
              {formatDay(localTime(answer.at, zone).date)}
            </figcaption>
          </figure>
        )}
        <p className={css.line}>
          <StateBadge {...outcomeBadge(report, user.guid)} />
          <span>{outcomeText(report, user.guid, zone)}</span>
        </p>
        {alarmText && (
          <p className={css.line}>
            <IconBellRinging size={18} aria-hidden />
            {alarmText}
          </p>
        )}
        {doing && (
          <p className={css.line}>
            <IconListCheck size={18} aria-hidden />
            {doing}
          </p>
        )}
      </div>
    </li>
  );
}
