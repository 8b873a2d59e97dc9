import { Link } from 'react-router';
import { monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import type { Dashboard } from '@plimsoll/contracts/metrics/http';
import { VisuallyHidden } from '../../../../ui/layout/VisuallyHidden.tsx';
import { metricsPaths } from '../../paths.ts';
import { useMay, useStarted } from '../../../../lib/session/startup.ts';
import { formatLongDay, localTime } from '../../../../lib/format/time.ts';
import { monthLabel } from '../calculation/month-labels.ts';
import { keepsLimit, monthAt } from '../calculation/limit-effects.ts';
import { limitsOf, type Metric, type RatePoint } from '../calculation/rate-series.ts';
import {
  aboveLimitText,
  earlierLimitText,
  limitChangeText,
  metricLabels,
  missingMonths,
  provisionallyAboveText,
  provisionalText,
} from '../calculation/rate-labels.ts';
import css from './Dashboard.module.css';

interface RateNoteProps {
  dashboard: Dashboard;
  metric: Metric;
  points: readonly RatePoint[];
  onSetLimits: () => void;
}

/** '6 January 2026' */
const dayText = (instant: string, zone: string): string =>
  formatLongDay(localTime(instant, zone).date).split(' ').slice(1).join(' ');

/**
 * Note below a rate: months above the limit, changes of the limit, why figures are provisional, and links to fix that.
 */
export function RateNote({ dashboard, metric, points, onSetLimits }: RateNoteProps) {
  const { organization } = useStarted();
  const may = useMay('VIEW_AND_SET_MONTHLY_METRICS');
  const defaultYear = Number(dashboard.to.slice(0, 4));
  const above = points.filter(({ isAbove }) => isAbove);
  const setDays = [...new Set(above.flatMap(({ limitSetAt }) => limitSetAt ?? []))].map((instant) =>
    dayText(instant, organization.timeZone),
  );
  const shown = points.some(({ figure }) => figure !== null);
  const missing = missingMonths(points).findLast((month) => month >= monthOf(organization.createdDate));
  const hasLimit = limitsOf(dashboard, defaultYear)?.[metric] != null;
  const changes = dashboard.loadLines.flatMap(({ year, changes: { [metric]: change }, [metric]: limit }) => {
    if (!change) return [];
    const unchanged = points.filter(
      (point) =>
        Number(point.month.slice(0, 4)) === year &&
        keepsLimit(point, monthAt(change.at, organization.timeZone), organization.timeZone),
    );
    return [
      limitChangeText(
        change,
        limit,
        dayText(change.at, organization.timeZone),
        year === defaultYear ? undefined : year,
      ),
      earlierLimitText(unchanged, defaultYear),
    ];
  });
  const sentences = [
    shown && aboveLimitText(points, setDays, defaultYear),
    shown && provisionallyAboveText(points, defaultYear),
    ...changes,
    shown && provisionalText(metric, points, defaultYear),
    metric === 'ltif' && 'Fatalities count as lost-time cases.',
  ].filter(Boolean);
  if (sentences.length === 0 && !may) return null;
  return (
    <>
      {sentences.join(' ')}
      {may && (
        <span className="screen-only">
          {shown && missing && (
            <>
              {' '}
              <Link to={metricsPaths.reportingMonth(missing)}>Enter {monthLabel(missing, defaultYear)}</Link>
            </>
          )}
          {sentences.length > 0 && (shown && missing ? ' · ' : ' ')}
          <button type="button" className={css.link} onClick={onSetLimits}>
            {hasLimit ? 'Change the limit…' : 'Set the limit…'}
            <VisuallyHidden>: {metricLabels[metric].title}</VisuallyHidden>
          </button>
        </span>
      )}
    </>
  );
}
