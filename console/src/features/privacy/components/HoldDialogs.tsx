import { useState } from 'react';
import type { HeldKind } from '@plimsoll/contracts/privacy/events';
import {
  placeLegalHoldRequest,
  releaseLegalHoldRequest,
  type KeptPerson,
  type LegalHold,
} from '@plimsoll/contracts/privacy/privacy';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { TextArea } from '../../../ui/inputs/TextField.tsx';
import { placeLegalHold, releaseLegalHold } from '../api.ts';
import { holdLabel } from '../labels.ts';
import { recordKey } from '../person-groups.ts';
import { useForEachRecord } from './for-each-record.ts';
import { RECORD_MISSING, RecordsField } from './RecordsField.tsx';

/** What a legal hold is placed on, with its label. */
export interface HoldTarget {
  readonly kind: HeldKind;
  readonly guid: string | null;
  readonly label: string | null;
}

const consequences: Readonly<Record<HeldKind, string>> = {
  ORGANIZATION: 'Nobody and nothing is erased in this organization until you release the hold.',
  PERSON: 'Nothing of this person is erased until you release the hold. An erasure that waits goes on waiting.',
  INCIDENT:
    'Neither what the event says is erased, nor anybody who is named in it or took part, nor a file, until you release the hold.',
};

interface PlaceHoldDialogProps {
  held: HoldTarget;
  /** Records of the person's name, if there are several: each is held by itself. */
  records?: readonly KeptPerson[];
  onClose: () => void;
}

export function PlaceHoldDialog({ held, records = [], onClose }: PlaceHoldDialogProps) {
  const {
    organization: { guid: orgGuid },
  } = useStarted();
  const { send } = useCommand(placeLegalHold);
  const forEachRecord = useForEachRecord<LegalHold>();
  const what = holdLabel(held);
  const isChoice = records.length > 1;
  const [chosen, setChosen] = useState<string[]>([]);
  const form = useCommandForm(placeLegalHoldRequest, {
    start: { reason: '' },
    check: () => (isChoice && chosen.length === 0 ? [RECORD_MISSING] : []),
    bodyOf: ({ reason }) => ({ kind: held.kind, guid: held.guid, reason }),
    send: async (body, key) => {
      if (!isChoice) return [await send({ asked: { params: { orgGuid }, body }, key })];
      return forEachRecord(
        records.filter((record) => chosen.includes(recordKey(record))),
        ({ guid }, own) => send({ asked: { params: { orgGuid }, body: { ...body, guid } }, key: own }),
      );
    },
    onDone: (holds) => {
      showAlert({
        type: 'success',
        title: holds.length === 1 ? `${what} is held` : `${holds.length} records of ${what} are held`,
      });
      onClose();
    },
  });
  const choose = (keys: string[]) => {
    setChosen(keys);
    form.controls.clearErrors(RECORD_MISSING.field as 'reason');
  };
  return (
    <FormDialog
      form={form}
      refused="The hold was not placed"
      title={
        held.kind === 'ORGANIZATION'
          ? 'Hold everything'
          : held.kind === 'INCIDENT'
            ? `Hold event ${held.label}`
            : `Hold ${what}`
      }
      text={consequences[held.kind]}
      onClose={onClose}
    >
      {isChoice && (
        <RecordsField records={records} chosen={chosen} onChoose={choose} error={form.errorOf(RECORD_MISSING.field)} />
      )}
      <FieldStack>
        <TextArea
          label="Reason"
          hint="The claim or the inquiry. Leave names out: the reason is kept."
          rows={2}
          maxLength={1_000}
          {...form.typed('reason')}
        />
      </FieldStack>
    </FormDialog>
  );
}

export function ReleaseHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const {
    organization: { guid: orgGuid },
  } = useStarted();
  const { send } = useCommand(releaseLegalHold);
  const form = useCommandForm(releaseLegalHoldRequest, {
    start: { reason: '' },
    bodyOf: (fields) => fields,
    send: (body, key) => send({ asked: { params: { orgGuid, holdGuid: hold.holdGuid }, body }, key }),
    onDone: () => {
      showAlert({ type: 'success', title: 'The hold was released' });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The hold was not released"
      title="Release the hold"
      text={`Erasures of ${hold.kind === 'ORGANIZATION' ? 'whomever you asked for' : holdLabel(hold)} begin when their time has come.`}
      danger
      onClose={onClose}
    >
      <FieldStack>
        <TextArea label="Why it may go" rows={2} maxLength={1_000} {...form.typed('reason')} />
      </FieldStack>
    </FormDialog>
  );
}
