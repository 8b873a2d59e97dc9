import type { MonthlyMetrics } from '@plimsoll/contracts/metrics/http';
import { nameFirst } from '@plimsoll/contracts/members/member-texts';
import { versionField, type EditForm } from '../../../../lib/forms/edit-form.ts';
import { useStarted } from '../../../../lib/session/startup.ts';
import { formatInstant } from '../../../../lib/format/time.ts';
import { Versions } from '../../../../ui/inputs/DraftForm.tsx';
import { fieldLabels, readFigure, type Conflict, type MonthFields } from '../month-fields.ts';

/** One version of a field; figures are formatted alike, however they were typed. */
function versionText(field: Conflict['field'], typed: string): string {
  const value = field === 'notes' ? null : readFigure(field, typed).value;
  return value === null ? typed.trim() || 'Nothing' : value.toLocaleString('en-CA', { maximumFractionDigits: 2 });
}

interface MonthConflictsProps {
  clash: NonNullable<EditForm<MonthlyMetrics, MonthFields, Conflict>['clash']>;
  form: Pick<EditForm<MonthlyMetrics, MonthFields, Conflict>, 'choose' | 'chooseAll' | 'errorOf'>;
}

/** Notice that someone else saved first: who and when, and both versions of each figure that both have changed. */
export function MonthConflicts({ clash: { newest, conflicts, chosen }, form }: MonthConflictsProps) {
  const { organization } = useStarted();
  const who = nameFirst(newest.recordedBy?.name);
  const when = newest.recordedAt
    ? ` at ${formatInstant(newest.recordedAt, organization.timeZone, { withZone: true })}`
    : '';
  return (
    <Versions
      conflicts={conflicts}
      chosen={chosen}
      revision={newest.revision}
      errorOf={form.errorOf}
      onChoose={form.choose}
      onChooseAll={form.chooseAll}
      describe={({ field, mine, theirs }) => ({
        id: versionField(field),
        label: fieldLabels[field],
        mine: versionText(field, mine),
        theirs: versionText(field, theirs),
        theirsHint: `Saved by ${who}`,
      })}
    >
      <b>
        {who} saved this month{when}, while you were typing.
      </b>
    </Versions>
  );
}
