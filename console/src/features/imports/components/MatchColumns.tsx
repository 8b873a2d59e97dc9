import { useState } from 'react';
import { dateForms } from '@plimsoll/contracts/imports/fields';
import { numberForms } from '@plimsoll/contracts/imports/numbers';
import type { CheckedImport } from '@plimsoll/contracts/imports/requests';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { mapImport } from '../api.ts';
import { dateFormatLabels, numberFormatLabels } from '../labels.ts';
import type { SentTable } from '../send-table.ts';
import type { useMapping } from '../use-mapping.ts';
import css from './Import.module.css';

const asOptions = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Second step of an import: choosing the form and what each column contains. */
export function MatchColumns({
  table: { sent },
  mapping,
  onChecked,
  onBack,
}: {
  table: SentTable;
  mapping: ReturnType<typeof useMapping>;
  onChecked: (checked: CheckedImport) => void;
  onBack: () => void;
}) {
  const { organization } = useStarted();
  const { send, isPending } = useCommand(mapImport);
  const [error, setError] = useState<string | null>(null);
  const { openQuestions, formColumn } = mapping;
  const columns = mapping.columns.map(({ column, label }) => ({ value: column, label }));
  /** Values of the column in the first rows. */
  const firstCells = (column: string): string =>
    sent.sample.map((row) => (row[Number(column)] || '(empty)').slice(0, 40)).join(' · ');
  async function check() {
    if (isPending) return;
    if (mapping.formGuid === null && formColumn === null) return setError('Choose a form.');
    setError(null);
    const params = { orgGuid: organization.guid, importGuid: sent.importGuid };
    try {
      onChecked(await send({ asked: { params, body: mapping.request }, key: newGuid() }));
    } catch (refused) {
      setError(errorText(refused));
    }
  }
  return (
    <Section title="2. Match columns">
      {error && (
        <Banner tone="danger" live>
          {error}
        </Banner>
      )}
      <div className={css.fields}>
        <SelectField
          label={formColumn === null ? 'Form' : 'Form of rows that name none'}
          value={mapping.formGuid}
          onChange={mapping.setFormGuid}
          options={mapping.forms.map(({ formGuid: value, name }) => ({ value, label: name }))}
        />
        <SelectField
          label="Column that names the form"
          hint="For tables with events of several forms."
          placeholder="None, all rows use one form"
          value={formColumn}
          onChange={mapping.setFormColumn}
          options={columns}
        />
        <SelectField
          label="Column with an id of its own"
          hint="Unique ID, so re-imports don’t duplicate events."
          placeholder="None"
          value={mapping.idColumn}
          onChange={mapping.setIdColumn}
          options={columns}
        />
        <SelectField
          label="Days are written as"
          value={mapping.dates}
          onChange={(value) => mapping.setDates(value ?? 'ISO')}
          options={asOptions(dateForms, dateFormatLabels)}
        />
        <SelectField
          label="Numbers are written as"
          value={mapping.numbers}
          onChange={mapping.setNumbers}
          options={asOptions(numberForms, numberFormatLabels)}
        />
      </div>
      <div className={css.fields}>
        {mapping.ofFields.map(({ column, label }) => (
          <SelectField
            key={column}
            label={label}
            hint={firstCells(column)}
            placeholder="Leave out"
            value={mapping.targetOf(column)}
            onChange={(value) => mapping.choose(column, value)}
            options={mapping.options}
          />
        ))}
      </div>
      <div className={css.choices}>
        {(formColumn !== null || openQuestions.length > 0) && (
          <CheckboxField
            label="Leave required questions open"
            hint={
              formColumn === null
                ? `No column answers: ${openQuestions.map(({ text }) => text).join(' · ')}`
                : 'Those that no column answers.'
            }
            checked={mapping.leavesQuestionsOpen}
            onChange={({ target }) => mapping.setLeavesQuestionsOpen(target.checked)}
          />
        )}
        {organization.isAdmin && (
          <CheckboxField
            label="Import as history"
            hint="Imports events as closed and assigned to nobody. They count in rates."
            checked={mapping.isHistory}
            onChange={({ target }) => mapping.setHistory(target.checked)}
          />
        )}
      </div>
      <div className={css.buttons}>
        <Button variant="primary" aria-busy={isPending || undefined} onClick={() => void check()}>
          Check {sent.rows.toLocaleString('en-CA')} {sent.rows === 1 ? 'row' : 'rows'}
        </Button>
        <Button onClick={onBack}>Another file</Button>
      </div>
    </Section>
  );
}
