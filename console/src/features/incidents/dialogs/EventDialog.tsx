import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { AskedCommand } from '../parts/next-actions.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { ApproverDialog, ReviewerDialog } from './AssignDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { ReopenDialog, ReturnDialog } from './SayWhyDialog.tsx';

export type DialogCommand = Exclude<AskedCommand, 'restore'>;

/** The dialog of a command. */
export function EventDialog({ command, ...rest }: { command: DialogCommand; incident: IncidentDetail; onClose: () => void }) {
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
  }
}
