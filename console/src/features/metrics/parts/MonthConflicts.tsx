import type { MonthlyMetrics } from '@plimsoll/contracts/metrics/http';
import { useStarted } from '../../../lib/startup.ts';
import { formatInstant } from '../../../lib/time.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ChoiceField } from '../../../ui/ChoiceField.tsx';
import { Section } from '../../../ui/Section.tsx';
import { fieldLabels, readFigure, type Conflict } from '../month-fields.ts';
import css from './Metrics.module.css';

/** A version in words; figures with their thousands parted, however they were typed. */
function versionWords(field: Conflict['field'], typed: string): string {
  const value = field === 'notes' ? null : readFigure(field, typed).value;
  return value === null ? typed.trim() || 'Nothing' : value.toLocaleString('en-CA', { maximumFractionDigits: 2 });
}

interface MonthConflictsProps {
  newest: MonthlyMetrics;
  conflicts: readonly Conflict[];
  chosen: (conflict: Conflict) => 'mine' | 'theirs';
  onChoose: (conflict: Conflict, side: 'mine' | 'theirs') => void;
}

/** Somebody saved first: who and when, and both versions of every figure that both have changed. */
export function MonthConflicts({ newest, conflicts, chosen, onChoose }: MonthConflictsProps) {
  const { organization } = useStarted();
  const who = newest.recordedBy?.name || 'Somebody';
  const when = newest.recordedAt ? ` at ${formatInstant(newest.recordedAt, organization.timeZone, { withZone: true })}` : '';
  return (
    <div className={css.versions}>
      <Banner tone="warning" live>
        <b>
          {who} saved this month{when}, while you were typing.
        </b>{' '}
        {conflicts.length === 0 ? 'Their figures are in; nothing of yours is touched: save again.' : 'Both of you changed what stands below: choose, then save again.'}
      </Banner>
      {conflicts.length > 0 && (
        <div className={css.notes}>
          <Section title="Two versions">
            <div className={css.fields}>
              {conflicts.map((conflict) => (
                <ChoiceField
                  key={conflict.field}
                  id={`version-${conflict.field}`}
                  label={fieldLabels[conflict.field]}
                  options={[
                    { value: 'mine', label: versionWords(conflict.field, conflict.mine), hint: 'Yours' },
                    { value: 'theirs', label: versionWords(conflict.field, conflict.theirs), hint: `Saved by ${who}` },
                  ]}
                  value={chosen(conflict)}
                  onChange={(side) => onChoose(conflict, side)}
                />
              ))}
            </div>
          </Section>
        </div>
      )}
    </div>
  );
}
