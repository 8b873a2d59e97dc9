import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { monthOf, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { MonthlyMetrics } from '@plimsoll/contracts/metrics/http';
import { useDraft } from '../../../../lib/forms/drafts.ts';
import type { EditDraft } from '../../../../lib/forms/edit-form.ts';
import { metricsPaths } from '../../paths.ts';
import { paths } from '../../../../lib/url/paths.ts';
import { useStarted } from '../../../../lib/session/startup.ts';
import { formatMonth, todayIn } from '../../../../lib/format/time.ts';
import { ButtonLink } from '../../../../ui/inputs/Button.tsx';
import { QueryView } from '../../../../ui/data/QueryView.tsx';
import { MessageState, Skeleton } from '../../../../ui/feedback/States.tsx';
import { monthQuery } from '../api.ts';
import type { MonthFields } from '../month-fields.ts';
import css from './Metrics.module.css';
import { MonthForm } from './MonthForm.tsx';

const shape = ['34%', '60%', '60%', '60%', '34%', '60%', '60%', '60%'];

export const ToAllMonths = () => <ButtonLink to={metricsPaths.reportingMetrics()}>Go to all months</ButtonLink>;

export function MonthPage({ month }: { month: YearMonth }) {
  const { organization } = useStarted();
  const query = useQuery(monthQuery(organization.guid, month));
  const running = monthOf(todayIn(organization.timeZone));
  if (month > running) {
    return (
      <MessageState
        title={`${formatMonth(month)} has not begun`}
        text="Figures are entered when a month is over."
        action={<ToAllMonths />}
      />
    );
  }
  return (
    <div className={css.page}>
      <QueryView query={query} home={paths.home()} skeleton={<Skeleton widths={shape} />}>
        {(metrics) => <WithDraft metrics={metrics} />}
      </QueryView>
    </div>
  );
}

function WithDraft({ metrics }: { metrics: MonthlyMetrics }) {
  const { user, organization } = useStarted();
  const draft = useDraft<EditDraft<MonthFields>>(`month:${user.guid}:${organization.guid}:${metrics.yearMonth}`);
  const [instance, setInstance] = useState(0);
  if (draft.restored === undefined) return <Skeleton widths={shape} />;
  return (
    <MonthForm
      key={instance}
      metrics={metrics}
      draft={draft}
      restored={instance === 0 ? draft.restored?.value : undefined}
      onRestart={() => setInstance(instance + 1)}
    />
  );
}
