import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dateForms,
  importFields,
  mappingByNames,
  questionsForColumns,
  type DateForm,
} from '@plimsoll/contracts/imports/fields';
import type { CheckedImport, UploadedImport } from '@plimsoll/contracts/imports/requests';
import { useCommand } from '../../../lib/api/command.ts';
import { formQuery, formsQuery } from '../../../lib/api/form-queries.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { mapImport } from '../api.ts';
import css from './Import.module.css';
import { dateFormatLabels, fieldLabels } from '../labels.ts';

/** Second step of an import: choosing the form and what each column contains. */
export function MatchColumns({
  sent,
  onChecked,
  onBack,
}: {
  sent: UploadedImport;
  onChecked: (checked: CheckedImport) => void;
  onBack: () => void;
}) {
  const { organization } = useStarted();
  const { send, isPending } = useCommand(mapImport);
  const forms = useQuery(formsQuery(organization.guid));
  const [formGuid, setFormGuid] = useState<string | null>(null);
  const { data: form } = useQuery({ ...formQuery(organization.guid, formGuid ?? ''), enabled: formGuid !== null });
  const [chosen, setChosen] = useState<Readonly<Record<string, string | null>>>({});
  const [idColumn, setIdColumn] = useState(sent.mapping.idColumn);
  const [dates, setDates] = useState<DateForm>('ISO');
  const [error, setError] = useState<string | null>(null);
  const suggested = mappingByNames(sent.columns, form ?? null).columns;
  const targetOf = (column: string): string | null =>
    Object.hasOwn(chosen, column) ? chosen[column]! : (suggested[column] ?? null);
  const questions = form ? questionsForColumns(form) : [];
  const options = [
    ...importFields.map((field) => ({ value: field as string, label: fieldLabels[field] })),
    ...questions.map(({ questionGuid, text }) => ({ value: questionGuid, label: text })),
  ];
  /** Values of the column in the first rows. */
  const firstCells = (column: string): string =>
    sent.sample.map((row) => (row[sent.columns.indexOf(column)] || '(empty)').slice(0, 40)).join(' · ');
  async function check() {
    if (isPending) return;
    if (formGuid === null) return setError('Choose a form.');
    setError(null);
    const columns = Object.fromEntries(
      sent.columns.flatMap((column) =>
        column !== idColumn && targetOf(column) !== null ? [[column, targetOf(column)!]] : [],
      ),
    );
    try {
      onChecked(
        await send({
          asked: {
            params: { orgGuid: organization.guid, importGuid: sent.importGuid },
            body: { formGuid, idColumn, columns, dates },
          },
          key: newGuid(),
        }),
      );
    } catch (refused) {
      setError(errorText(refused));
    }
  }
  return (
    <>
      <Section title="2. Match columns">
        {error && (
          <Banner tone="danger" live>
            {error}
          </Banner>
        )}
        <div className={css.fields}>
          <SelectField
            label="Form"
            value={formGuid}
            onChange={setFormGuid}
            options={(forms.data?.items ?? []).map(({ formGuid: value, name }) => ({ value, label: name }))}
          />
          <SelectField
            label="Column with an id of its own"
            hint="By it a row is known again, whatever else changes in it."
            placeholder="None"
            value={idColumn}
            onChange={setIdColumn}
            options={sent.columns.map((value) => ({ value, label: value }))}
          />
          <SelectField
            label="Days are written as"
            value={dates}
            onChange={(value) => setDates(value ?? 'ISO')}
            options={dateForms.map((value) => ({ value, label: dateFormatLabels[value] }))}
          />
        </div>
        <div className={css.fields}>
          {sent.columns
            .filter((column) => column !== idColumn)
            .map((column) => (
              <SelectField
                key={column}
                label={column}
                hint={firstCells(column)}
                placeholder="Leave out"
                value={targetOf(column)}
                onChange={(value) => setChosen((before) => ({ ...before, [column]: value }))}
                options={options}
              />
            ))}
        </div>
        <div className={css.buttons}>
          <Button variant="primary" aria-busy={isPending || undefined} onClick={() => void check()}>
            Check {sent.rows.toLocaleString('en-CA')} {sent.rows === 1 ? 'row' : 'rows'}
          </Button>
          <Button onClick={onBack}>Another file</Button>
        </div>
      </Section>
    </>
  );
}
