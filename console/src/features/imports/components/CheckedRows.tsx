import { useState } from 'react';
import type { CheckedImport, IncidentImport, ImportError } from '@plimsoll/contracts/imports/requests';
import { useCommand, useFormKey } from '../../../lib/api/command.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { runImport } from '../api.ts';
import { questionLabels } from '../labels.ts';
import { ErrorsButton } from './ImportErrorsButton.tsx';
import css from './Import.module.css';

const columns: readonly DataColumn<ImportError>[] = [
  { id: 'line', header: 'Line', width: 96, cell: ({ line }) => line },
  { id: 'column', header: 'Column', width: 200, cell: ({ column }) => column ?? 'The whole row' },
  { id: 'value', header: 'Value', cell: ({ value }) => value || '(empty)' },
  { id: 'fault', header: 'What is wrong', cell: ({ message }) => message },
];

/** Third step of an import: shows what will be imported and what will be omitted, before anything is reported. */
export function CheckedRows({
  importGuid,
  checked: { valid, faulty, faults, unanswered },
  onBack,
  onRun,
}: {
  importGuid: string;
  checked: CheckedImport;
  onBack: () => void;
  onRun: (begun: IncidentImport) => void;
}) {
  const { organization } = useStarted();
  const { send, isPending } = useCommand(runImport);
  const { key } = useFormKey();
  const [refused, setRefused] = useState<string | null>(null);
  async function run() {
    if (isPending) return;
    setRefused(null);
    try {
      onRun(await send({ asked: { params: { orgGuid: organization.guid, importGuid } }, key }));
    } catch (error) {
      setRefused(errorText(error));
    }
  }
  return (
    <Section title="3. Check">
      {refused && (
        <Banner tone="danger" live>
          {refused}
        </Banner>
      )}
      <Banner tone={faulty > 0 ? 'warning' : 'success'} live>
        {valid.toLocaleString('en-CA')} {valid === 1 ? 'row is' : 'rows are'} ready, {faulty.toLocaleString('en-CA')}{' '}
        {faulty === 1 ? 'has a fault and is' : 'have faults and are'} left out.
      </Banner>
      {unanswered.map((question) => (
        <Banner key={question} tone="warning">
          {questionLabels[question]}
        </Banner>
      ))}
      {faults.length > 0 && (
        <DataTable
          caption="Faults by line and column"
          columns={columns}
          rows={faults}
          rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
        />
      )}
      <div className={css.buttons}>
        <Button
          variant="primary"
          disabled={valid === 0 || unanswered.length > 0}
          aria-busy={isPending || undefined}
          onClick={() => void run()}
        >
          Import {valid.toLocaleString('en-CA')} {valid === 1 ? 'event' : 'events'}
        </Button>
        {faulty > 0 && <ErrorsButton importGuid={importGuid} />}
        <Button onClick={onBack}>Back to the columns</Button>
      </div>
    </Section>
  );
}
