import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoadLinesAnswer } from '@plimsoll/contracts/metrics/http';
import { showAlert } from '../../../lib/alerts.ts';
import { useFormKey } from '../../../lib/http.ts';
import { ApiProblem, faultText } from '../../../lib/problem.ts';
import { useStarted } from '../../../lib/startup.ts';
import { formatInstant, viewersTime } from '../../../lib/time.ts';
import { readNumber } from '../../../lib/typed-number.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx';
import { ErrorSummary, type FormFault } from '../../../ui/ErrorSummary.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { NumberField } from '../../../ui/TextField.tsx';
import { loadLinesQuery, useSetLoadLines } from '../api.ts';
import { rateText } from '../reckoning/half-up.ts';
import type { Range } from '../reckoning/range.ts';
import { metrics, type Metric } from '../reckoning/rate-series.ts';
import { metricWords } from '../reckoning/rate-words.ts';
import css from './Dashboard.module.css';

type TypedLimits = Record<Metric, string>;

const typedOf = (answer: LoadLinesAnswer): TypedLimits => ({ trif: answer.trif?.toString() ?? '', ltif: answer.ltif?.toString() ?? '', mvif: answer.mvif?.toString() ?? '' });
const limitsWords = (answer: LoadLinesAnswer): string => metrics.map((metric) => `${metricWords[metric].abbr} ${answer[metric] === null ? 'none' : rateText(answer[metric])}`).join(', ');
const read = (typed: string) => readNumber(typed, { max: 10_000, decimals: 2, optional: true });

/** The limits of a calendar year: what they are, who set them and when, and other ones. */
export function LimitsDialog({ range, onClose }: { range: Range; onClose: () => void }) {
  const { organization } = useStarted();
  const last = Number(range.to.slice(0, 4));
  const [year, setYear] = useState(last);
  const query = useQuery(loadLinesQuery(organization.guid, year));
  if (!query.data) {
    return (
      <Dialog opened onClose={onClose} title={`Limits of ${year}`} width={480}>
        <QueryView query={query}>{() => null}</QueryView>
      </Dialog>
    );
  }
  const years = Array.from({ length: last - Number(range.from.slice(0, 4)) + 1 }, (_, back) => last - back);
  return <LimitsForm key={year} answer={query.data} years={years} onYear={setYear} refetch={() => query.refetch()} onClose={onClose} />;
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
  const { key, renew } = useFormKey();
  const command = useSetLoadLines(organization.guid);
  const [typed, setTyped] = useState(() => typedOf(answer));
  const [revision, setRevision] = useState(answer.revision);
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const [newer, setNewer] = useState<LoadLinesAnswer | null>(null);
  const readings = { trif: read(typed.trif), ltif: read(typed.ltif), mvif: read(typed.mvif) };
  const faults: FormFault[] = metrics.flatMap((metric) => (readings[metric].fault ? [{ field: `limit-${metric}`, message: readings[metric].fault }] : []));
  const shown = attempt === 0 ? [] : [...faults, ...(refused ? [{ field: null, message: refused }] : [])];

  const submit = () => {
    setAttempt(attempt + 1);
    setRefused(null);
    if (faults.length > 0 || command.isPending) return;
    const limits = { trif: readings.trif.value, ltif: readings.ltif.value, mvif: readings.mvif.value };
    command.mutate(
      { key, year: answer.year, revision, limits },
      {
        onSuccess: () => {
          showAlert({ type: 'success', title: `The limits of ${answer.year} were set` });
          onClose();
        },
        onError: (problem) => {
          renew();
          if (!(problem instanceof ApiProblem) || problem.className !== 'StaleRevision') return setRefused(faultText(problem));
          void refetch().then(({ data }) => {
            if (!data) return;
            setNewer(data);
            setRevision(data.revision);
          });
        },
      },
    );
  };

  return (
    <ConfirmDialog opened onClose={onClose} title={`Set the limits of ${answer.year}`} busy={command.isPending} onConfirm={submit}>
      <p className={css.setBy}>
        {answer.setAt ? (
          <>
            Set by {answer.setBy?.name || 'somebody who has left'}, <time title={viewersTime(answer.setAt)}>{formatInstant(answer.setAt, organization.timeZone, { withZone: true })}</time>: {limitsWords(answer)}.
          </>
        ) : (
          'Nobody has set limits for this year.'
        )}
      </p>
      <div className={css.fields}>
        {newer && (
          <Banner tone="warning" live>
            <b>{newer.setBy?.name || 'Somebody'} set other limits in the meantime:</b> {limitsWords(newer)}. What you typed stands below; it replaces theirs when you save again.
          </Banner>
        )}
        <ErrorSummary faults={shown} attempt={attempt} title={faults.length === 0 ? 'The limits were not set' : undefined} />
        {years.length > 1 && <SelectField label="Year" name="limit-year" options={years.map((year) => ({ value: String(year), label: String(year) }))} value={String(answer.year)} onChange={(year) => year && onYear(Number(year))} />}
        {metrics.map((metric) => (
          <NumberField
            key={metric}
            name={`limit-${metric}`}
            label={`${metricWords[metric].title} (${metricWords[metric].abbr})`}
            hint={metric === 'trif' ? 'Equal to the limit is not above it. Leave a field empty for no limit.' : undefined}
            error={attempt > 0 ? readings[metric].fault : null}
            value={typed[metric]}
            onChange={({ target }) => setTyped({ ...typed, [metric]: target.value })}
          />
        ))}
      </div>
    </ConfirmDialog>
  );
}
