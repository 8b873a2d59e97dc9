import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import {
  bulkRequest,
  type BulkAnswer,
  type BulkCommand,
  type BulkRequest,
} from '@plimsoll/contracts/incidents/list-requests';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { membersQuery } from '../../../lib/api/member-queries.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { changeIncidents } from '../api.ts';
import css from './BulkDialog.module.css';

const events = (count: number): string => (count === 1 ? '1 event' : `${count.toLocaleString('en-CA')} events`);

interface CommandTexts {
  title: (count: number) => string;
  done: (count: number) => string;
  /** Title of the list of incidents for which the command failed. */
  refused: (count: number) => string;
  text?: string;
  /** Person that the command assigns. */
  names?: { holds: 'REVIEW_EVENTS' | 'APPROVE_EVENTS'; label: string; missing: ErrorClass };
}

const words: Readonly<Record<BulkCommand, CommandTexts>> = {
  'request-review': {
    title: (count) => `Send ${events(count)} for review`,
    done: (count) => `${events(count)} sent for review`,
    refused: (count) => `${events(count)} not sent`,
    names: { holds: 'REVIEW_EVENTS', label: eventFieldTexts.reviewer, missing: 'MissingAssignedReviewer' },
  },
  'request-approval': {
    title: (count) => `Send ${events(count)} for approval`,
    done: (count) => `${events(count)} sent for approval`,
    refused: (count) => `${events(count)} not sent`,
    names: { holds: 'APPROVE_EVENTS', label: eventFieldTexts.approver, missing: 'MissingAssignedApprover' },
  },
  delete: {
    title: (count) => `Delete ${events(count)}`,
    done: (count) => `${events(count)} deleted`,
    refused: (count) => `${events(count)} not deleted`,
    text: 'They leave the list and the charts, and stand among the deleted ones for 30 days.',
  },
  restore: {
    title: (count) => `Restore ${events(count)}`,
    done: (count) => `${events(count)} restored`,
    refused: (count) => `${events(count)} not restored`,
  },
};

interface BulkDialogProps {
  command: BulkCommand;
  count: number;
  /** The incidents by their ids, or all that match a filter. */
  selection: Pick<BulkRequest, 'eventIds' | 'filter' | 'expectedCount'>;
  onClose: () => void;
  /** Called once the command has been sent and the failures have been shown. */
  onDone: () => void;
}

/** Applies one command to many incidents. Failures are listed with their reasons before the dialog closes. */
export function BulkDialog({ command, count, selection, onClose, onDone }: BulkDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(changeIncidents);
  const [failed, setFailed] = useState<BulkAnswer | null>(null);
  const { title, done, refused, text, names } = words[command];
  const form = useCommandForm(bulkRequest, {
    start: { with: '' },
    bodyOf: ({ with: whom }) => ({ command, ...selection, ...(names && whom && { with: whom }) }),
    check: ({ with: whom }) => (names && !whom ? [{ field: 'with', message: textOf(names.missing) }] : []),
    send: (body, key) => send({ asked: { query: { organizationGuid: organization.guid }, body }, key }),
    onDone: (answer) => {
      if (answer.done > 0) showAlert({ type: 'success', title: done(answer.done) });
      if (answer.failed.length > 0) return setFailed(answer);
      onDone();
      onClose();
    },
  });
  const close = () => {
    if (failed) onDone();
    onClose();
  };
  if (failed) {
    return (
      <Dialog opened onClose={close} title={refused(failed.failed.length)}>
        <ul className={css.failed}>
          {failed.failed.map(({ eventId, number, className }) => (
            <li key={eventId}>
              <b>{number === null ? 'An event' : `Event ${number}`}</b> {textOf(className as ErrorClass)}
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button variant="primary" onClick={close}>
            Back to the list
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  const notice = form.stale && (
    <Banner tone="warning">
      The list has changed since you looked at it. Close this, look at the list again, and choose once more.
    </Banner>
  );
  return (
    <FormDialog
      form={form}
      refused="Nothing was done"
      title={title(count)}
      text={text}
      danger={command === 'delete'}
      notice={notice}
      onClose={onClose}
    >
      {names && <WhomField form={form} {...names} />}
    </FormDialog>
  );
}

function WhomField({
  form,
  holds,
  label,
}: { form: Parameters<typeof useChosen<{ with: string }, 'with'>>[0] } & NonNullable<CommandTexts['names']>) {
  const { organization, user } = useStarted();
  const members = useQuery(membersQuery(organization.guid, { permission: holds }));
  const field = useChosen(form, 'with');
  return (
    <QueryView query={members}>
      {({ items }) => (
        <FindField
          label={label}
          options={items.map(({ userAccount: { guid, name, primaryEmailAddress } }) => ({
            value: guid,
            label: guid === user.guid ? `${name} (you)` : name,
            hint: readableAddress(primaryEmailAddress),
          }))}
          {...field}
        />
      )}
    </QueryView>
  );
}
