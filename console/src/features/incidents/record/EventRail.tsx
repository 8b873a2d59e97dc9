import { createElement, type ReactNode } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { now } from '../../../lib/session/clock.ts';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { ThumbBar } from '../../../ui/layout/ThumbBar.tsx';
import { WorkflowRail } from '../../../ui/data/WorkflowRail.tsx';
import { commandIcon } from './command-icons.ts';
import css from './EventRail.module.css';
import { useAsks } from './event-form.ts';
import { nextActions, RATING_FOLLOWS, type ActionCommand, type NextAction } from './next-actions.ts';
import { railSteps } from './rail-steps.ts';

const iconOf = (command: IncidentCommand, { state }: Pick<IncidentDetail, 'state'>): ReactNode =>
  createElement(commandIcon(command, state), { size: 20, 'aria-hidden': true });

interface EventRailProps {
  incident: IncidentDetail;
  onAsk: (command: ActionCommand) => void;
  busy?: boolean;
}

function Secondary({ action, incident, onAsk }: { action: NextAction } & EventRailProps) {
  const { command, label } = action;
  const symbol = iconOf(command, incident);
  if (command === 'amend') {
    return (
      <ButtonLink to={incidentsPaths.editEvent(incident.eventId)} leading={symbol}>
        {label}
      </ButtonLink>
    );
  }
  if (command === 'delete') {
    return (
      <ButtonLink
        variant="quiet"
        className={css.delete}
        to={incidentsPaths.deleteEvent(incident.eventId)}
        leading={symbol}
        preventScrollReset
      >
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

function Lead({ action, incident, onAsk, busy, size }: { action: NextAction; size: 'l' | 'big' } & EventRailProps) {
  return (
    <Button
      variant="primary"
      size={size}
      full
      leading={iconOf(action.command, incident)}
      aria-busy={busy || undefined}
      onClick={() => !busy && onAsk(action.command as ActionCommand)}
    >
      {action.label}
    </Button>
  );
}

/** Next step for the holder of the incident, at the bottom of a phone's screen. */
export function HolderAction(props: EventRailProps) {
  const { primary } = nextActions(props.incident);
  if (!primary) return null;
  return (
    <ThumbBar fixed>
      <Lead action={primary} size="big" {...props} />
    </ThumbBar>
  );
}

/** Workflow of an incident with the actions that the API allows. */
export function EventRail({ incident, onAsk, busy, leadElsewhere }: EventRailProps & { leadElsewhere?: boolean }) {
  const { user } = useStarted();
  const { asksRating } = useAsks(incident);
  const { primary, secondary, consequence } = nextActions(incident);
  return (
    <WorkflowRail
      steps={railSteps(incident, user.guid, incident.timeZone, now())}
      primary={
        primary && !leadElsewhere && <Lead action={primary} size="l" incident={incident} onAsk={onAsk} busy={busy} />
      }
      secondary={
        secondary.length > 0 &&
        secondary.map((action) => <Secondary key={action.label} action={action} incident={incident} onAsk={onAsk} />)
      }
      consequence={consequence === RATING_FOLLOWS && !asksRating ? null : consequence}
    />
  );
}
