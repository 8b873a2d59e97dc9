import { IconPlugConnectedX } from '@tabler/icons-react';
import { Outlet } from 'react-router';
import { textOf } from '@plimsoll/contracts/errors';
import { paths } from '../lib/paths.ts';
import { useMay, useStarted } from '../lib/startup.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { ForbiddenState, MessageState } from '../ui/States.tsx';

/** Specification 1, section 6: the words for a module that is switched off. */
function ModuleOff({ words, to, go }: { words: string; to?: string; go?: string }) {
  return (
    <MessageState
      icon={IconPlugConnectedX}
      title={words}
      text="Your organization has it switched off."
      action={to && <ButtonLink to={to}>{go}</ButtonLink>}
    />
  );
}

export function EventsGate() {
  const { modules } = useStarted();
  if (modules.has('events')) return <Outlet />;
  return <ModuleOff words="The Events module is disabled" to={modules.has('dashboard') ? paths.dashboard() : undefined} go="Go to dashboard" />;
}

export function DashboardGate() {
  const { modules } = useStarted();
  if (modules.has('dashboard')) return <Outlet />;
  return <ModuleOff words="This module is disabled" to={modules.has('events') ? paths.eventList() : undefined} go="Go to events" />;
}

/** Hours and distances are entered by those who may. */
export function MetricsGate() {
  return useMay('VIEW_AND_SET_MONTHLY_METRICS') ? <Outlet /> : <ForbiddenState page text={textOf('Forbidden')} to={paths.home()} />;
}
