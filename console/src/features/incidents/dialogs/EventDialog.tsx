import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { DialogDraft } from '../../../lib/forms/dialog-draft.tsx';
import type { DialogCommand } from '../record/next-actions.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { ApproverDialog, ReviewerDialog } from './AssignDialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { ReopenDialog, ReturnDialog } from './SayWhyDialog.tsx';

interface EventDialogProps {
  command: DialogCommand;
  incident: IncidentDetail;
  onClose: () => void;
}

/** Dialog of a command, with its draft restored. */
export function EventDialog(props: EventDialogProps) {
  return (
    <DialogDraft name={`${props.incident.eventId}:${props.command}`}>
      <DialogOf {...props} />
    </DialogDraft>
  );
}

function DialogOf({ command, ...rest }: EventDialogProps) {
  switch (command) {
    case 'request-review':
      return <ReviewerDialog {...rest} />;
    case 'request-approval':
      return <ApproverDialog {...rest} />;
    case 'review':
      return <ReviewDialog {...rest} />;
    case 'return':
      return <ReturnDialog {...rest} />;
    case 'approve':
      return <ApproveDialog {...rest} />;
    case 'reopen':
      return <ReopenDialog {...rest} />;
    case 'delete':
      return <DeleteDialog {...rest} />;
    default:
      return <ConfirmDialog command={command} {...rest} />;
  }
}
