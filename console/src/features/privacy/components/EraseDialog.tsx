import { useQuery } from '@tanstack/react-query';
import {
  requestErasureRequest,
  type Erasure,
  type ErasurePreview,
  type KeptPerson,
} from '@plimsoll/contracts/privacy/privacy';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { TextArea, TextField } from '../../../ui/inputs/TextField.tsx';
import { previewQuery, requestErasure } from '../api.ts';
import { counted, holdLabel, subjectLabel } from '../labels.ts';
import css from './Privacy.module.css';

/** Dialog that requests an erasure: shows what it destroys, asks for a reason, and for the name as confirmation. */
export function EraseDialog({ person, onClose }: { person: KeptPerson; onClose: () => void }) {
  const {
    organization: { guid: orgGuid, timeZone },
  } = useStarted();
  const { kind, guid, name } = person;
  const isText = kind === 'INCIDENT_TEXT';
  const preview = useQuery(previewQuery(orgGuid, kind, guid));
  const { send } = useCommand(requestErasure);
  const what = subjectLabel(person);
  const startText = ({ dueAt }: Erasure) =>
    Date.parse(dueAt) > Date.now()
      ? `It begins on ${formatInstant(dueAt, timeZone, { withZone: true })}.`
      : 'It begins now.';
  const form = useCommandForm(requestErasureRequest, {
    start: { reason: '', confirmation: '' },
    check: ({ confirmation }) =>
      confirmation.trim() === name ? [] : [{ field: 'confirmation', message: `Type ${name}, as it stands here` }],
    bodyOf: (fields) => ({ ...fields, kind, guid }),
    send: (body, key) => send({ asked: { params: { orgGuid }, body }, key }),
    onDone: (erasure) => {
      showAlert({ type: 'success', title: `The erasure of ${what} was asked for`, subtitle: startText(erasure) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused={`The erasure of ${what} was not asked for`}
      title={isText ? `Erase the text of event ${name}` : `Erase ${name}`}
      danger
      onClose={onClose}
    >
      <QueryView query={preview}>{(reach) => <ErasureReach reach={reach} isText={isText} />}</QueryView>
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

/** What an erasure destroys and what it leaves. */
function ErasureReach({
  reach: { incidents, files, bundles, holds },
  isText,
}: {
  reach: ErasurePreview;
  isText: boolean;
}) {
  return (
    <>
      {holds.length > 0 && (
        <Banner tone="warning">Held: {holds.map(holdLabel).join(', ')}. Release the hold first.</Banner>
      )}
      <p>
        {isText
          ? 'Destroyed for good: description, location, answers, comments and names of files.'
          : 'Destroyed for good, wherever they stand:'}
      </p>
      {!isText && (
        <ul className={css.reach}>
          <li>
            {incidents.length > 0
              ? `Name and what was written of them in ${counted(incidents.length, 'event', 'events')}: ${incidents.map(({ number }) => number).join(', ')}`
              : 'Name and addresses'}
          </li>
          {files.length > 0 && (
            <li>
              {counted(files.length, 'file that shows them', 'files that show them')}:{' '}
              {files.map(({ name }) => name).join(', ')}
            </li>
          )}
        </ul>
      )}
      {!isText && (
        <p className={css.muted}>
          Texts that others wrote, and views that they saved, are left as they are; the text of an event is erased by
          itself.
        </p>
      )}
      <p className={css.muted}>
        Counts, rates and the proof of the log stay. Other systems are told to erase their copies.
        {bundles.length > 0 &&
          ` ${counted(bundles.length, 'audit bundle was', 'audit bundles were')} handed out with keys and cannot be reached.`}
      </p>
    </>
  );
}
