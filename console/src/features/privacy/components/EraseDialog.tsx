import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { requestErasureRequest, type Erasure } from '@plimsoll/contracts/privacy/privacy';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { TextArea, TextField } from '../../../ui/inputs/TextField.tsx';
import { previewQuery, requestErasure } from '../api.ts';
import { counted, subjectLabel } from '../labels.ts';
import { recordKey, type PersonGroup } from '../person-groups.ts';
import { ErasureReach, joinedReach } from './ErasureReach.tsx';
import { useForEachRecord } from './for-each-record.ts';
import { RECORD_MISSING, RecordsField } from './RecordsField.tsx';

/** When an erasure begins, for the alert after it was asked for. */
const startText = ({ dueAt }: Erasure, timeZone: string): string =>
  Date.parse(dueAt) > Date.now()
    ? `It begins on ${formatInstant(dueAt, timeZone, { withZone: true })}.`
    : 'It begins now.';

/**
 * Dialog that requests an erasure: lets the user choose among records of the same name, shows what it destroys, asks
 * for a reason, and for the name as confirmation.
 */
export function EraseDialog({ group: { name, records }, onClose }: { group: PersonGroup; onClose: () => void }) {
  const {
    organization: { guid: orgGuid, timeZone },
  } = useStarted();
  const [first] = records;
  const isText = first!.kind === 'INCIDENT_TEXT';
  const { send } = useCommand(requestErasure);
  const forEachRecord = useForEachRecord<Erasure>();
  const [chosen, setChosen] = useState(records.length === 1 ? [recordKey(first!)] : []);
  const chosenRecords = records.filter((record) => chosen.includes(recordKey(record)));
  const what = subjectLabel(first!);
  const form = useCommandForm(requestErasureRequest.pick({ reason: true, confirmation: true }), {
    start: { reason: '', confirmation: '' },
    check: ({ confirmation }) => [
      ...(chosen.length > 0 ? [] : [RECORD_MISSING]),
      ...(confirmation.trim() === name
        ? []
        : [{ field: 'confirmation', message: `Type ${name}, as it is shown here` }]),
    ],
    bodyOf: (fields) => fields,
    send: ({ reason }) =>
      forEachRecord(chosenRecords, (record, key) =>
        send({
          asked: {
            params: { orgGuid },
            body: { kind: record.kind, guid: record.guid, reason, confirmation: record.name },
          },
          key,
        }),
      ),
    onDone: (erasures) => {
      showAlert({
        type: 'success',
        title:
          erasures.length === 1
            ? `The erasure of ${what} was asked for`
            : `The erasure of ${counted(erasures.length, 'record', 'records')} of ${what} was asked for`,
        subtitle: startText(erasures[0]!, timeZone),
      });
      onClose();
    },
  });
  const choose = (keys: string[]) => {
    setChosen(keys);
    form.controls.clearErrors(RECORD_MISSING.field as 'reason');
  };
  const previews = useQueries({
    queries: chosenRecords.map(({ kind, guid }) => previewQuery(orgGuid, kind, guid)),
  });
  const waiting = previews.find(({ data }) => data === undefined);
  return (
    <FormDialog
      form={form}
      refused={`The erasure of ${what} was not asked for`}
      title={isText ? `Erase the text of event ${name}` : `Erase ${name}`}
      danger
      onClose={onClose}
    >
      {records.length > 1 && (
        <RecordsField records={records} chosen={chosen} onChoose={choose} error={form.errorOf(RECORD_MISSING.field)} />
      )}
      {waiting && <QueryView query={waiting}>{() => null}</QueryView>}
      {!waiting && previews.length > 0 && (
        <ErasureReach reach={joinedReach(previews.map(({ data }) => data!))} isText={isText} />
      )}
      <FieldStack>
        <TextArea
          label="Reason"
          hint="It is kept when the data are gone, so leave the name out."
          rows={2}
          maxLength={1_000}
          {...form.typed('reason')}
        />
        <TextField
          label={isText ? `Type the number ${name} to confirm` : `Type ${name} to confirm`}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          {...form.typed('confirmation')}
        />
      </FieldStack>
    </FormDialog>
  );
}
