import { IconCornerUpLeft, IconEyeCheck, IconEye, IconLockCheck, IconLockOpen, IconPencil, IconRestore, IconSignature, IconStars, IconTrash, IconUserShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/vocabulary';
import { paths } from '../../../lib/paths.ts';
import { useStarted } from '../../../lib/startup.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { WorkflowRail } from '../../../ui/WorkflowRail.tsx';
import css from './EventRail.module.css';
import { nextActions, type AskedCommand, type NextAction } from './next-actions.ts';
import { railSteps } from './rail-steps.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
const leading: Record<IncidentCommand, ReactNode> = {
  amend: <IconPencil {...icon} />,
  'request-review': <IconEye {...icon} />,
  review: <IconEyeCheck {...icon} />,
  return: <IconCornerUpLeft {...icon} />,
  'request-approval': <IconSignature {...icon} />,
  approve: <IconLockCheck {...icon} />,
  reopen: <IconLockOpen {...icon} />,
  delete: <IconTrash {...icon} />,
  restore: <IconRestore {...icon} />,
};
const again: Partial<Record<IncidentCommand, ReactNode>> = { 'request-review': <IconUserShare {...icon} />, 'request-approval': <IconUserShare {...icon} />, review: <IconStars {...icon} /> };

interface EventRailProps {
  incident: IncidentDetail;
  onAsk: (command: AskedCommand) => void;
  busy?: boolean;
}

function Secondary({ action, incident, onAsk }: { action: NextAction } & EventRailProps) {
  const { command, label } = action;
  const symbol = again[command] ?? leading[command];
  if (command === 'amend') {
    return (
      <ButtonLink to={paths.editEvent(incident.eventId)} leading={symbol}>
        {label}
      </ButtonLink>
    );
  }
  if (command === 'delete') {
    return (
      <ButtonLink variant="quiet" className={css.delete} to={paths.deleteEvent(incident.eventId)} leading={symbol} preventScrollReset>
        {label}
      </ButtonLink>
    );
  }
  return (
    <Button onClick={() => onAsk(command)} leading={symbol}>
      {label}
    </Button>
  );
}

/** Where an event stands, and what the person may do next: exactly what the API allows. */
export function EventRail({ incident, onAsk, busy }: EventRailProps) {
  const { user } = useStarted();
  const { primary, secondary, consequence } = nextActions(incident);
  return (
    <WorkflowRail
      steps={railSteps(incident, user.guid, incident.timeZone, new Date())}
      primary={
        primary && (
          <Button variant="primary" size="l" full leading={leading[primary.command]} aria-busy={busy || undefined} onClick={() => !busy && onAsk(primary.command as AskedCommand)}>
            {primary.label}
          </Button>
        )
      }
      secondary={secondary.length > 0 && secondary.map((action) => <Secondary key={action.label} action={action} incident={incident} onAsk={onAsk} />)}
      consequence={consequence}
    />
  );
}
