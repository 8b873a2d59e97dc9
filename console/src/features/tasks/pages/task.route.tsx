import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  IconArrowBackUp,
  IconBan,
  IconChecks,
  IconCircleCheck,
  IconPencil,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { createElement, lazy, Suspense, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import type { TaskDetail } from '@plimsoll/contracts/tasks/answers';
import type { TaskCommand } from '@plimsoll/contracts/tasks/vocabulary';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import { now } from '../../../lib/session/clock.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { useServerChanges } from '../../notifications/public/server-changes.ts';
import { tasksPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant, todayIn } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { WithRail } from '../../../ui/layout/Grid.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { ThumbBar } from '../../../ui/layout/ThumbBar.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { WorkflowRail } from '../../../ui/data/WorkflowRail.tsx';
import { taskQuery } from '../api.ts';
import { TaskFacts, TaskHistory, TaskTexts } from '../components/TaskContents.tsx';
import { TaskStatusBadge } from '../components/TaskStatusBadge.tsx';
import css from '../components/Task.module.css';
import { taskActions, taskSteps, type TaskAction } from '../task-steps.ts';
import { consequences, eventLabel, nextDateText, returnStep } from '../labels.ts';

const TaskDialog = lazy(() => import('../dialogs/TaskDialog.tsx').then((module) => ({ default: module.TaskDialog })));

export const loader = prefetching(({ organization }, { params }) => [taskQuery(organization.guid, params.taskGuid!)]);

const LIST = { label: 'Corrective actions', to: tasksPaths.tasks() };

/** A corrective action: status, details, commands and history. */
export function Component() {
  const { organization } = useStarted();
  const taskGuid = useParams().taskGuid!;
  const query = useQuery(taskQuery(organization.guid, taskGuid));
  const task = query.data;
  return (
    <>
      <PageHeader
        badged
        crumbs={[LIST, { label: task?.eventNumber ? `Action of event ${task.eventNumber}` : 'Action' }]}
        title={task ? headingOf(task.description) : 'Corrective action'}
        names="Corrective action"
        meta={task && <Meta task={task} />}
      />
      <QueryView query={query} home={tasksPaths.tasks()}>
        {(found) => <TaskPage key={found.taskGuid} task={found} />}
      </QueryView>
    </>
  );
}

function Meta({ task }: { task: TaskDetail }) {
  const { organization } = useStarted();
  const due = nextDateText(task, todayIn(organization.timeZone));
  const event = eventLabel(task);
  return (
    <>
      <TaskStatusBadge task={task} timeZone={organization.timeZone} />
      <p>
        {due && due.charAt(0).toUpperCase() + due.slice(1)}
        {due && event && ' · '}
        {event &&
          (task.eventNumber === null ? event : <Link to={incidentsPaths.eventTasks(task.eventId)}>{event}</Link>)}
      </p>
    </>
  );
}

const icons: Readonly<Record<TaskCommand, Icon>> = {
  change: IconPencil,
  complete: IconCircleCheck,
  verify: IconChecks,
  reopen: IconArrowBackUp,
  cancel: IconBan,
  delete: IconTrash,
};
const iconOf = (command: TaskCommand) => createElement(icons[command], { size: 20, 'aria-hidden': true });

function TaskPage({ task }: { task: TaskDetail }) {
  const { organization, user } = useStarted();
  const wide = useWide(768);
  const navigate = useNavigate();
  const { hash } = useLocation();
  const { allowedCommands } = task;
  const [dialog, setDialog] = useState<TaskCommand | null>(
    hash === '#change' && allowedCommands.includes('change') ? 'change' : null,
  );
  const client = useQueryClient();
  const { queryKey } = taskQuery(organization.guid, task.taskGuid);
  // Not under an open dialog, which is sent for the revision that its user has seen.
  useServerChanges(() => dialog === null && void client.invalidateQueries({ queryKey }));
  const { primary, secondary } = taskActions(allowedCommands);
  const close = () => setDialog(null);
  const primaryButton = (action: TaskAction, size: 'l' | 'big') => (
    <Button
      variant="primary"
      size={size}
      full
      leading={iconOf(action.command)}
      onClick={() => setDialog(action.command)}
    >
      {action.label}
    </Button>
  );
  const rail = (
    <WorkflowRail
      steps={taskSteps(task, user.guid, organization.timeZone, todayIn(organization.timeZone), now())}
      primary={wide && primary && primaryButton(primary, 'l')}
      secondary={
        secondary.length > 0 &&
        secondary.map(({ command, label }) => (
          <Button
            key={command}
            variant={command === 'delete' ? 'quiet' : undefined}
            className={command === 'delete' ? css.delete : undefined}
            leading={iconOf(command)}
            onClick={() => setDialog(command)}
          >
            {label}
          </Button>
        ))
      }
      consequence={consequences[primary?.command ?? (allowedCommands.includes('reopen') ? 'reopen' : 'change')]}
    />
  );
  return (
    <>
      <Notices task={task} />
      {wide ? (
        <WithRail rail={rail}>
          <Stack>
            <TaskFacts task={task} timeZone={organization.timeZone} viewerGuid={user.guid} />
            <TaskTexts task={task} />
            <Outlet />
            <TaskHistory task={task} timeZone={organization.timeZone} />
          </Stack>
        </WithRail>
      ) : (
        <Stack>
          <TaskTexts task={task} />
          {rail}
          <TaskFacts task={task} timeZone={organization.timeZone} viewerGuid={user.guid} />
          <Outlet />
          <TaskHistory task={task} timeZone={organization.timeZone} />
        </Stack>
      )}
      {!wide && primary && <ThumbBar fixed>{primaryButton(primary, 'big')}</ThumbBar>}
      {dialog && (
        <Suspense fallback={null}>
          <TaskDialog
            key={dialog}
            command={dialog}
            task={task}
            onClose={close}
            onDeleted={() => void navigate(tasksPaths.tasks(), { replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}

/** Notices at the top of the page. */
function Notices({ task }: { task: TaskDetail }) {
  const { organization } = useStarted();
  const back = returnStep(task);
  if (!back && !task.needsReassigning) return null;
  return (
    <div className={css.notices}>
      {task.needsReassigning && (
        <Banner tone="danger">Whoever must act next is no member any more. Somebody else is to be named.</Banner>
      )}
      {back && (
        <Banner tone="warning">
          <b>
            {back.type === 'TaskReopened' ? 'Reopened' : 'Found not to have worked'} by {nameWithin(back.actor.name)},{' '}
            {formatInstant(back.at, organization.timeZone)}
          </b>
          {back.comment && <p className={css.quote}>{back.comment}</p>}
        </Banner>
      )}
    </div>
  );
}
