import { IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCommand, useFormKey } from '../../../lib/api/command.ts';
import { useInstantCommand } from '../../../lib/api/instant-command.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ConfirmDialog, Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { alarmOfEventQuery } from '../alarm-of-event.ts';
import { raiseAlarm } from '../api.ts';
import { pressTexts } from '../labels.ts';
import { alarmsPaths } from '../paths.ts';

interface AlertDialogProps {
  eventId: string;
  number: number;
  onClose: () => void;
}

/** Asks before an alarm is raised by hand. While one is open already, it leads there. */
export function AlertDialog({ eventId, number, onClose }: AlertDialogProps) {
  const { organization } = useStarted();
  const { data: alarm } = useQuery(alarmOfEventQuery(organization.guid, eventId));
  const { send } = useCommand(raiseAlarm);
  const { key, renew } = useFormKey();
  const { busy, press } = useInstantCommand();
  const title = `Alert someone about event ${number}`;
  if (alarm?.state === 'OPEN')
    return (
      <Dialog opened onClose={onClose} title={title}>
        <p>An alarm is open already, and goes on to others until someone answers.</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink variant="primary" to={alarmsPaths.alarm(alarm.alarmGuid)}>
            {pressTexts.open}
          </ButtonLink>
        </DialogActions>
      </Dialog>
    );
  const raise = async () => {
    await press(
      () => send({ asked: { params: { orgGuid: organization.guid }, body: { eventId } }, key }),
      'An alarm was raised',
      'Nobody was alerted',
      'It goes on to others until someone answers.',
    );
    renew();
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      confirmLabel="Alert someone"
      text="The reviewer or the first person on the call list is emailed now. The alarm goes on to others until someone answers."
      icon={<IconBellRinging size={20} aria-hidden />}
      danger
      busy={busy}
      onConfirm={() => void raise()}
    />
  );
}
