import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { setLoadLinesRequest, type LoadLinesAnswer } from '@plimsoll/contracts/metrics/http';
import { nameFirst, nameWithin } from '@plimsoll/contracts/members/member-texts';
import { showAlert } from '../../../../lib/format/alerts.ts';
import { useCommand } from '../../../../lib/api/command.ts';
import { DialogDraft, useDialogForm } from '../../../../lib/forms/dialog-draft.tsx';
import { useStarted } from '../../../../lib/session/startup.ts';
import { formatInstant, todayIn, viewersTime } from '../../../../lib/format/time.ts';
import { readNumber } from '../../../../lib/forms/typed-number.ts';
import { Banner } from '../../../../ui/feedback/Banner.tsx';
import { Dialog } from '../../../../ui/feedback/Dialog.tsx';
import { FormDialog } from '../../../../ui/inputs/FormDialog.tsx';
import { QueryView } from '../../../../ui/data/QueryView.tsx';
import { SelectField } from '../../../../ui/inputs/SelectField.tsx';
import { NumberField, TextArea } from '../../../../ui/inputs/TextField.tsx';
import { dashboardQuery, loadLinesQuery, setLoadLines } from '../api.ts';
import { rateText } from '../calculation/half-up.ts';
import { keepsLimit, unchangedMonthsText, limitEffectText } from '../calculation/limit-effects.ts';
import type { Range } from '../calculation/range.ts';
import { metrics, ratePoints, type Metric } from '../calculation/rate-series.ts';
import { metricLabels, reasonText } from '../calculation/rate-labels.ts';
import css from './Dashboard.module.css';

interface TypedLimits extends Record<Metric, string> {
  reason: string;
}

const typedOf = (answer: LoadLinesAnswer): TypedLimits => ({
  trif: answer.trif?.toString() ?? '',
  ltif: answer.ltif?.toString() ?? '',
  mvif: answer.mvif?.toString() ?? '',
  reason: '',
});
const limitsText = (answer: LoadLinesAnswer): string =>
  metrics
    .map((metric) => `${metricLabels[metric].abbr} ${answer[metric] === null ? 'none' : rateText(answer[metric])}`)
    .join(', ');
const read = (typed: string) => readNumber(typed, { max: 10_000, decimals: 2, optional: true });

/** Dialog for the limits of a calendar year: who set them and when, and fields to change them. */
export function LimitsDialog({ range, onClose }: { range: Range; onClose: () => void }) {
  const { organization } = useStarted();
  const last = Number(range.to.slice(0, 4));
  const [year, setYear] = useState(last);
  const query = useQuery(loadLinesQuery(organization.guid, String(year)));
  if (!query.data) {
    return (
      <Dialog opened onClose={onClose} title={`Limits of ${year}`} width={480}>
        <QueryView query={query}>{() => null}</QueryView>
      </Dialog>
    );
  }
  const years = Array.from({ length: last - Number(range.from.slice(0, 4)) + 1 }, (_, back) => last - back);
  return (
    <DialogDraft key={year} name={`limits:${year}`}>
      <LimitsForm
        answer={query.data}
        years={years}
        onYear={setYear}
        refetch={() => query.refetch()}
        onClose={onClose}
      />
    </DialogDraft>
  );
}

interface LimitsFormProps {
  answer: LoadLinesAnswer;
  years: readonly number[];
  onYear: (year: number) => void;
  refetch: () => Promise<{ data: LoadLinesAnswer | undefined }>;
  onClose: () => void;
}

function LimitsForm({ answer, years, onYear, refetch, onClose }: LimitsFormProps) {
  const { organization } = useStarted();
  const command = useCommand(setLoadLines);
  const [newer, setNewer] = useState<LoadLinesAnswer | null>(null);
  /** What the change that is being sent leaves as it was. */
  const unchanged = useRef<string[]>([]);
  const running = monthOf(todayIn(organization.timeZone));
  const hasBegun = answer.year <= Number(running.slice(0, 4));
  const december = `${answer.year}-12`;
  const ofYear = useQuery({
    ...dashboardQuery(organization, { from: `${answer.year}-01`, to: december < running ? december : running }),
    enabled: hasBegun,
  });
  const pointsOf = (metric: Metric) => (ofYear.data ? ratePoints(ofYear.data, metric) : []);
  function unchangedTextOf(metric: Metric, value: number | null): string | null {
    const points = pointsOf(metric).filter((point) => keepsLimit(point, running, organization.timeZone));
    return points.length === 0
      ? null
      : unchangedMonthsText(metric, points, (newer ?? answer)[metric], value, running, answer.year);
  }
  const needsReason = (typed: TypedLimits) =>
    hasBegun &&
    metrics.some(
      (metric) => (newer ?? answer)[metric] !== null && read(typed[metric]).value !== (newer ?? answer)[metric],
    );
  const form = useDialogForm(setLoadLinesRequest, {
    start: typedOf(answer),
    bodyOf: (typed) => ({
      trif: read(typed.trif).value,
      ltif: read(typed.ltif).value,
      mvif: read(typed.mvif).value,
      ...(typed.reason.trim() && { reason: typed.reason }),
    }),
    check: (typed) => [
      ...metrics.flatMap((metric) => {
        const { error } = read(typed[metric]);
        return error ? [{ field: metric, message: error }] : [];
      }),
      ...(needsReason(typed) && !typed.reason.trim() ? [{ field: 'reason', message: fieldTexts.reasonMissing }] : []),
    ],
    send: (body, key) => {
      unchanged.current = metrics.flatMap((metric) => unchangedTextOf(metric, body[metric]) ?? []);
      return command.send({
        asked: { params: { orgGuid: organization.guid, year: String(answer.year) }, body },
        key,
        revision: (newer ?? answer).revision,
      });
    },
    onStale: async () => setNewer((await refetch()).data ?? null),
    onDone: () => {
      showAlert(
        unchanged.current.length === 0
          ? { type: 'success', title: `The limits of ${answer.year} were set` }
          : {
              type: 'warning',
              title: `The limits of ${answer.year} were changed`,
              subtitle: unchanged.current.join(' '),
            },
      );
      onClose();
    },
  });

  const typed = form.controls.watch();
  const effects = metrics.flatMap((metric) => {
    const { value, error } = read(typed[metric]);
    if (!ofYear.data || error) return [];
    return (
      unchangedTextOf(metric, value) ??
      limitEffectText(metric, pointsOf(metric), (newer ?? answer)[metric], value, answer.year) ??
      []
    );
  });

  return (
    <FormDialog
      form={form}
      refused="The limits were not set"
      onClose={onClose}
      title={`Set the limits of ${answer.year}`}
    >
      <p className={css.hidden}>
        {answer.setAt ? (
          <>
            Set by {nameWithin(answer.setBy?.name)},{' '}
            <time title={viewersTime(answer.setAt)}>
              {formatInstant(answer.setAt, organization.timeZone, { withZone: true })}
            </time>
            : {limitsText(answer)}.{answer.reason !== null && ` ${reasonText(answer.reason)}`}
          </>
        ) : (
          'No limits have been set for this year.'
        )}
      </p>
      <div className={css.fields}>
        {newer && (
          <Banner tone="warning" live>
            <b>{nameFirst(newer.setBy?.name)} set other limits in the meantime:</b> {limitsText(newer)}. What you typed
            is below; it replaces theirs when you save again.
          </Banner>
        )}
        {years.length > 1 && (
          <SelectField
            label="Year"
            name="limit-year"
            options={years.map((year) => ({ value: String(year), label: String(year) }))}
            value={String(answer.year)}
            onChange={(year) => year && onYear(Number(year))}
          />
        )}
        {metrics.map((metric) => (
          <NumberField
            key={metric}
            label={`${metricLabels[metric].title} (${metricLabels[metric].abbr})`}
            hint={metric === 'trif' ? 'At the limit counts as within it. Leave a field empty for no limit.' : undefined}
            {...form.typed(metric)}
          />
        ))}
        <div className={css.effects} role="status">
          {effects.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <TextArea
          label="Reason"
          hint="Shown to everyone who sees the chart."
          optional={!needsReason(typed)}
          rows={2}
          {...form.typed('reason')}
        />
      </div>
    </FormDialog>
  );
}
