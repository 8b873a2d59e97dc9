import { IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MonthlyMetrics } from '@plimsoll/contracts/metrics/http';
import { showAlert } from '../../../lib/alerts.ts';
import type { DraftHandle } from '../../../lib/drafts.ts';
import { useFormKey } from '../../../lib/http.ts';
import { paths } from '../../../lib/paths.ts';
import { ApiProblem, formFaults } from '../../../lib/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useStarted } from '../../../lib/startup.ts';
import { formatInstant, formatMonth, viewersTime } from '../../../lib/time.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { ErrorSummary, type FormFault } from '../../../ui/ErrorSummary.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SubmitButton } from '../../../ui/SubmitButton.tsx';
import { ThumbBar } from '../../../ui/ThumbBar.tsx';
import { monthQuery, useRecordMonth } from '../api.ts';
import { faultsOf, fieldLabels, fieldsOf, isSame, mergeFields, requestOf, type Conflict, type MonthDraft, type MonthFields } from '../month-fields.ts';
import css from './Metrics.module.css';
import { MonthConflicts } from './MonthConflicts.tsx';
import { MonthFigures } from './MonthFigures.tsx';

interface MonthFormProps {
  metrics: MonthlyMetrics;
  draft: DraftHandle<MonthDraft>;
  kept: MonthDraft | undefined;
  onStartAnew: () => void;
}

function SavedLine({ status }: { status: string | null }) {
  return (
    <span className={css.saved} role="status">
      {status && (
        <>
          <IconDeviceFloppy size={18} aria-hidden />
          {status}
        </>
      )}
    </span>
  );
}

/** "Entered by Daniel Okafor, 3 Oct, 10:00 MDT" */
export function EnteredBy({ metrics }: { metrics: MonthlyMetrics }) {
  const { organization } = useStarted();
  if (!metrics.recordedAt) return <>Nobody has entered this month's figures.</>;
  return (
    <span>
      Entered by {metrics.recordedBy?.name || 'somebody who has left'}, <time title={viewersTime(metrics.recordedAt)}>{formatInstant(metrics.recordedAt, organization.timeZone, { withZone: true })}</time>
    </span>
  );
}

export function MonthForm({ metrics, draft, kept, onStartAnew }: MonthFormProps) {
  const { organization } = useStarted();
  const name = formatMonth(metrics.yearMonth);
  const navigate = useNavigate();
  const { key, renew } = useFormKey();
  const [begun] = useState<MonthDraft>(() => kept ?? { base: fieldsOf(metrics), revision: metrics.revision, fields: fieldsOf(metrics) });
  const base = useRef({ fields: begun.base, revision: begun.revision });
  const [fields, setFields] = useState(begun.fields);
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<readonly FormFault[]>([]);
  const [clash, setClash] = useState<{ newest: MonthlyMetrics; conflicts: Conflict[] } | null>(null);
  const command = useRecordMonth(organization.guid, metrics.yearMonth);

  const change = (next: MonthFields) => {
    setFields(next);
    setRefused([]);
    draft.save({ base: base.current.fields, revision: base.current.revision, fields: next });
  };
  const faults = faultsOf(fields);
  const shown: FormFault[] = attempt === 0 ? [] : [...faults.map(({ field, message }) => ({ field, message: `${fieldLabels[field]}: ${message}` })), ...refused];
  const errorOf = (field: keyof MonthFields) => (attempt === 0 ? null : (faults.find((fault) => fault.field === field)?.message ?? null));

  /** Somebody saved first: what they changed comes in, what both changed is to be chosen, nothing typed is lost. */
  const bringTogether = async () => {
    const newest = await queryClient.fetchQuery({ ...monthQuery(organization.guid, metrics.yearMonth), staleTime: 0 });
    const { fields: merged, conflicts } = mergeFields(base.current.fields, fieldsOf(newest), fields);
    base.current = { fields: fieldsOf(newest), revision: newest.revision };
    change(merged);
    setClash({ newest, conflicts });
    window.scrollTo({ top: 0 });
  };

  const submit = () => {
    setAttempt(attempt + 1);
    if (faults.length > 0 || command.isPending) return;
    command.mutate(
      { key, revision: base.current.revision, body: requestOf(fields) },
      {
        onSuccess: () => {
          showAlert({ type: 'success', title: `${name} was saved`, subtitle: 'The rates follow.' });
          void draft.discard().then(() => navigate(paths.reportingMetrics()));
        },
        onError: (problem) => {
          renew();
          const refuse = (fault: unknown) => setRefused(formFaults(fault));
          if (problem instanceof ApiProblem && problem.className === 'StaleRevision') bringTogether().catch(refuse);
          else refuse(problem);
        },
      },
    );
  };

  return (
    <div className={css.form}>
      <PageHeader crumbs={[{ label: 'Reporting Metrics', to: paths.reportingMetrics() }, { label: name }]} title={`${name} reporting data`} meta={<EnteredBy metrics={clash?.newest ?? metrics} />} aside={<SavedLine status={draft.status} />} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ErrorSummary faults={shown} attempt={attempt} title={faults.length === 0 ? `${name} was not saved` : undefined} />
        {clash && (
          <MonthConflicts
            newest={clash.newest}
            conflicts={clash.conflicts}
            chosen={(conflict) => (isSame(conflict.field, fields[conflict.field], conflict.theirs) ? 'theirs' : 'mine')}
            onChoose={({ field, mine, theirs }, side) => change({ ...fields, [field]: side === 'mine' ? mine : theirs })}
          />
        )}
        {kept && !clash && attempt === 0 && (
          <div className={css.notice}>
            <Banner
              action={
                <Button size="s" onClick={() => void draft.discard().then(onStartAnew)}>
                  Discard draft
                </Button>
              }
            >
              Your figures are back, as you left them on this device. They are not saved yet.
            </Banner>
          </div>
        )}
        <MonthFigures fields={fields} errorOf={errorOf} onChange={change} />
        <div className={css.submit}>
          <SubmitButton size="l" busy={command.isPending} leading={<IconDeviceFloppy size={20} aria-hidden />}>
            Save {name}
          </SubmitButton>
          <ButtonLink size="l" to={paths.reportingMetrics()}>
            Cancel
          </ButtonLink>
          {draft.status && (
            <Button variant="quiet" leading={<IconTrash size={20} aria-hidden />} onClick={() => void draft.discard().then(onStartAnew)}>
              Discard draft
            </Button>
          )}
        </div>
        <ThumbBar note={<SavedLine status={draft.status} />}>
          <SubmitButton size="big" full busy={command.isPending}>
            Save {name}
          </SubmitButton>
        </ThumbBar>
      </form>
    </div>
  );
}
