import { useLocation, useNavigate } from 'react-router';
import type { MonthlyMetrics } from '@plimsoll/contracts/metrics/http';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import { showAlert } from '../../../../lib/format/alerts.ts';
import { useCommand } from '../../../../lib/api/command.ts';
import { restoredText, type DraftHandle } from '../../../../lib/forms/drafts.ts';
import { useEditForm, versionField, type EditDraft } from '../../../../lib/forms/edit-form.ts';
import { metricsPaths } from '../../paths.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { useStarted } from '../../../../lib/session/startup.ts';
import { formatInstant, formatMonth, viewersTime } from '../../../../lib/format/time.ts';
import { DraftNotice, SaveActions, SavedAbove } from '../../../../ui/inputs/DraftForm.tsx';
import { ErrorSummary } from '../../../../ui/inputs/ErrorSummary.tsx';
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx';
import { monthQuery, recordMonth } from '../api.ts';
import {
  errorsOf,
  fieldLabels,
  fieldsOf,
  isFieldName,
  mergeFields,
  requestOf,
  takeSide,
  type MonthFields,
} from '../month-fields.ts';
import css from './Metrics.module.css';
import { MonthConflicts } from './MonthConflicts.tsx';
import { MonthFigures } from './MonthFigures.tsx';

const fetchSchema = async () => (await import('@plimsoll/contracts/metrics/http')).recordMonthlyMetricsRequest;

interface MonthFormProps {
  metrics: MonthlyMetrics;
  draft: DraftHandle<EditDraft<MonthFields>>;
  restored: EditDraft<MonthFields> | undefined;
  onRestart: () => void;
}

/** 'Entered by Daniel Okafor, 3 Oct, 10:00 MDT' */
function EnteredBy({ metrics }: { metrics: MonthlyMetrics }) {
  const { organization } = useStarted();
  if (!metrics.recordedAt) return <>No figures have been entered for this month.</>;
  return (
    <span>
      Entered by {nameWithin(metrics.recordedBy?.name)},{' '}
      <time title={viewersTime(metrics.recordedAt)}>
        {formatInstant(metrics.recordedAt, organization.timeZone, { withZone: true })}
      </time>
    </span>
  );
}

export function MonthForm({ metrics, draft, restored, onRestart }: MonthFormProps) {
  const { organization } = useStarted();
  const { yearMonth } = metrics;
  const name = formatMonth(yearMonth);
  const navigate = useNavigate();
  // The page that asked for the figures, else all months.
  const { after = metricsPaths.reportingMetrics() } = (useLocation().state ?? {}) as { after?: string };
  const command = useCommand(recordMonth);
  const form = useEditForm(fetchSchema, {
    record: metrics,
    draft,
    storedDraft: restored,
    fieldsOf,
    bodyOf: requestOf,
    check: errorsOf,
    send: ({ body, ...sent }) =>
      command.send({ asked: { params: { orgGuid: organization.guid, yearMonth }, body }, ...sent }),
    newest: () => queryClient.fetchQuery({ ...monthQuery(organization.guid, yearMonth), staleTime: 0 }),
    merge: mergeFields,
    take: takeSide,
    onSaved: () => {
      showAlert({ type: 'success', title: `${name} was saved`, subtitle: 'The rates now take it into account.' });
      void navigate(after);
    },
  });
  const { clash, attempt } = form;
  const labelOf = (field: string | null): string | undefined => {
    const name = field?.startsWith(versionField('')) ? field.slice(versionField('').length) : field;
    return isFieldName(name) ? fieldLabels[name] : undefined;
  };
  const errors = form.errors.map(({ field, message }) => ({
    field,
    message: labelOf(field) ? `${labelOf(field)}: ${message}` : message,
  }));
  const discard = () => void draft.discard().then(onRestart);

  return (
    <div className={css.form}>
      <PageHeader
        crumbs={[{ label: 'Reporting Metrics', to: metricsPaths.reportingMetrics() }, { label: name }]}
        title={`${name} reporting data`}
        meta={<EnteredBy metrics={clash?.newest ?? metrics} />}
        aside={<SavedAbove status={draft.status} />}
      />
      <form noValidate onSubmit={form.submit}>
        <ErrorSummary
          errors={errors}
          attempt={attempt}
          title={errors.some(({ field }) => field) ? undefined : `${name} was not saved`}
        />
        {clash && <MonthConflicts clash={clash} form={form} />}
        {restored && !clash && attempt === 0 && (
          <DraftNotice onDiscard={discard}>{restoredText(draft.restored!)}</DraftNotice>
        )}
        <MonthFigures form={form} />
        <SaveActions
          label={`Save ${name}`}
          busy={form.busy}
          cancelTo={after}
          status={draft.status}
          onDiscard={discard}
        />
      </form>
    </div>
  );
}
