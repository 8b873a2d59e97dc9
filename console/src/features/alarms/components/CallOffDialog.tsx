import { IconX } from '@tabler/icons-react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { callOffAlarmRequest } from '@plimsoll/contracts/alarms/requests';
import type { AlarmDetail } from '@plimsoll/contracts/alarms/answers';
import { useCommand } from '../../../lib/api/command.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { TextArea } from '../../../ui/inputs/TextField.tsx';
import { callOffAlarm } from '../api.ts';
import { CALLED_OFF_TEXT } from '../open-alarm-labels.ts';

interface CallOffDialogProps {
  alarm: AlarmDetail;
  onClose: () => void;
}

/** Ends an alarm, with a reason. */
export function CallOffDialog(props: CallOffDialogProps) {
  return (
    <DialogDraft name={`${props.alarm.alarmGuid}:call-off`}>
      <CallOff {...props} />
    </DialogDraft>
  );
}

function CallOff({ alarm: { alarmGuid, isDrill }, onClose }: CallOffDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(callOffAlarm);
  const refetch = useRefetchOnConflict('getAlarm', 'listAlarms', 'listNotifications');
  const form = useDialogForm(callOffAlarmRequest, {
    start: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => (reason.trim() ? [] : [{ field: 'reason', message: fieldTexts.reasonMissing }]),
    send: (body, key) =>
      send({ asked: { params: { orgGuid: organization.guid, alarmGuid }, body }, key }).catch(refetch),
    onDone: () => {
      showAlert({ type: 'success', title: CALLED_OFF_TEXT });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The alarm was not called off"
      title={isDrill ? 'Call off this drill' : 'Call off this alarm'}
      text="Nobody is alerted any more. Everyone who sees the event can read your reason."
      confirmLabel="Call off"
      icon={<IconX size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextArea label="Reason" {...form.typed('reason')} />
    </FormDialog>
  );
}
