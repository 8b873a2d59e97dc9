import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { FormSnapshot, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import { taskEvents, type TaskEvent } from '@plimsoll/contracts/tasks/events';
import { createdTask, taskAfter, type TaskProgress } from '@plimsoll/contracts/tasks/progress';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { FindAccount, FindAccountHandler } from '@plimsoll/projections/identity/account/query';
import { foldIncident } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import { stepTaken } from '@plimsoll/projections/incidents/incident-progress';
import { ListMembers, ListMembersHandler, type Member } from '@plimsoll/projections/members/member-list/query';
import {
  FindOrganization,
  FindOrganizationHandler,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, MailPlace } from '../mail/mail.ts';
import { doingWithout } from '../notifications/doing-without.ts';
import { isWanted, UNWANTED } from '../notifications/is-wanted.ts';
import { taskMail, type TaskMailKind } from './task-mail.ts';

/** What a letter is made of besides. */
type Writing = TaskSources & MailPlace & { readonly sealingKey: Uint8Array };

export interface TaskSources {
  readonly log: Pick<EventStore, 'load'>;
  readonly reader: ReadModelReader;
}

/** From this many days on it is a manager's matter, too. */
const MANAGERS_AFTER_DAYS = 14;

const types: ReadonlySet<string> = new Set(taskEvents.map(({ type }) => type));
const assigns = ({ type, data }: RecordedEvent): boolean =>
  type === 'TaskCreated' ||
  type === 'TaskReopened' ||
  type === 'TaskFoundNotEffective' ||
  (type === 'TaskChanged' && (data as { responsibleGuid?: string }).responsibleGuid !== undefined);

interface Found {
  readonly task: TaskProgress;
  readonly events: readonly RecordedEvent[];
  readonly incident: {
    readonly number: number;
    readonly form: FormSnapshot;
    readonly facts: IncidentFacts;
    readonly isSeenBy: (member: Member) => boolean;
  };
  readonly members: readonly Member[];
}

/** The action as the log has it by now, with its incident; a text that says why nobody is told of it. */
async function find({ kind, ids }: JobData, { log, reader }: TaskSources): Promise<Found | string> {
  const {
    tenant,
    task: guid,
    revision,
    day,
  } = ids as { tenant: string; task: string; revision?: number; day?: string };
  const loaded = await log.load(tenant, { kind: 'task', guid });
  const [created, ...later] = (loaded.status === 'loaded' ? loaded.events : []).filter(({ type }) => types.has(type));
  if (!created) return 'There is no such action';
  const begun = createdTask(
    (created as unknown as Extract<TaskEvent, { type: 'TaskCreated' }>).data,
    stepTaken(created),
  );
  const task = later.reduce(
    (before, event) =>
      taskAfter(before, event as unknown as Exclude<TaskEvent, { type: 'TaskCreated' }>, stepTaken(event)),
    begun,
  );
  if (task.isDeleted) return 'It was deleted';
  const events = [created, ...later];
  const isDue =
    kind === 'ACTION_ASSIGNED'
      ? task.state === 'OPEN' && events.findLast(assigns)!.revision === revision
      : kind === 'ACTION_VERIFICATION'
        ? task.state === 'COMPLETED' && task.verifyBy === day
        : task.state === 'OPEN' && task.dueDate === day;
  if (!isDue) return 'It is not with them any more, or not by then';
  const ofIncident = await log.load(tenant, { kind: 'incident', guid: task.eventId });
  if (ofIncident.status !== 'loaded' || ofIncident.events.length === 0) return 'There is no such event';
  const { number, form, facts, progress } = foldIncident(ofIncident.events);
  if (progress.deletedAt !== null) return 'Its event was deleted';
  return {
    task,
    events,
    members: await new ListMembersHandler(reader).execute(new ListMembers(tenant)),
    incident: {
      number,
      form,
      facts,
      isSeenBy: (member) => visibilityOf({ ...progress, isSensitive: form.isSensitive }, member) === 'SEEN',
    },
  };
}

/** Whoever looks after somebody: the managers of their group who see the incident, else the admins. */
function managersOf(person: Member | undefined, { members, incident }: Found): readonly Member[] {
  const group = person?.reportingGroupGuid ?? null;
  const managers =
    group === null
      ? []
      : members.filter(
          (member) =>
            member.reportingGroupGuid === group &&
            member.userGroupNames.includes('Manager') &&
            member.userGuid !== person!.userGuid &&
            incident.isSeenBy(member),
        );
  return managers.length > 0 ? managers : members.filter(({ isAdmin }) => isAdmin);
}

/** Who is told of it: whoever must act next; where they left whoever made it, and where those left too the admins. */
function toldOf({ kind, ids }: JobData, found: Found): readonly Member[] {
  const { task, members, events } = found;
  const member = (guid: string) => members.find(({ userGuid }) => userGuid === guid);
  const admins = members.filter(({ isAdmin }) => isAdmin);
  if (kind === 'ACTION_VERIFICATION') {
    const isOwn = task.verifierGuid === task.completedByGuid;
    const next = isOwn
      ? undefined
      : (member(task.verifierGuid) ??
        (task.createdByGuid === task.completedByGuid ? undefined : member(task.createdByGuid)));
    return next ? [next] : admins.filter(({ userGuid }) => userGuid !== task.completedByGuid);
  }
  const responsible = member(task.responsibleGuid);
  const next = responsible ?? member(task.createdByGuid);
  const told = next ? [next] : admins;
  // Nobody is told what they did themselves.
  if (kind === 'ACTION_ASSIGNED')
    return told.filter(({ userGuid }) => userGuid !== events.findLast(assigns)!.metadata.actor.userGuid);
  return Number(ids['step'] ?? 0) >= MANAGERS_AFTER_DAYS
    ? [...new Map([...told, ...managersOf(responsible, found)].map((one) => [one.userGuid, one])).values()]
    : told;
}

/** One job for each of those who are to be told of an action, as it is by now. */
export async function taskRecipients(
  job: JobData,
  reader: ReadModelReader,
  log: TaskSources['log'],
): Promise<JobData[]> {
  const found = await find(job, { log, reader });
  return typeof found === 'string'
    ? []
    : toldOf(job, found).map(({ userGuid }) => ({ kind: job.kind, ids: { ...job.ids, recipient: userGuid } }));
}

/** What is said of it in a mail: nothing of a sensitive event, and nothing that names somebody who was hurt. */
function tellable({ task: { description }, incident: { form, facts } }: Found): string | null {
  const names = facts.injuredPersons.map(({ name }) => name.toLowerCase());
  return form.isSensitive || description === ERASED || names.some((name) => description.toLowerCase().includes(name))
    ? null
    : description;
}

async function taskLetter(kind: TaskMailKind, ids: JobData['ids'], sources: Writing): Promise<Letter | string> {
  const { log, reader, publicUrl } = sources;
  const { tenant, task: guid, recipient } = ids as { tenant: string; task: string; recipient: string };
  const found = await find({ kind, ids }, sources);
  if (typeof found === 'string') return found;
  const person = toldOf({ kind, ids }, found).find(({ userGuid }) => userGuid === recipient);
  if (!person) return 'It is not theirs to know any more';
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization?.modules.some(({ code, isEnabled }) => code === 'events' && isEnabled)) return 'The module is off';
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  const { name, emailAddress: address } = account ?? person;
  if (address === ERASED) return 'The person was erased';
  if (!(await isWanted(log, recipient, 'CORRECTIVE_ACTION'))) return UNWANTED;
  const { task, incident, members } = found;
  const isOthers = kind !== 'ACTION_VERIFICATION' && task.responsibleGuid !== recipient;
  return {
    kind,
    to: { name, address },
    ...taskMail(kind, {
      event: incident.isSeenBy(person) ? { number: incident.number, formName: incident.form.name } : null,
      description: tellable(found),
      day: kind === 'ACTION_VERIFICATION' ? task.verifyBy! : task.dueDate,
      responsible: isOthers
        ? (members.find(({ userGuid }) => userGuid === task.responsibleGuid)?.name ?? 'somebody who left')
        : null,
      link: `${publicUrl}/corrective-actions/${guid}?organizationGuid=${tenant}`,
      without: doingWithout(sources, recipient, 'CORRECTIVE_ACTION'),
    }),
  };
}

type WriteTaskLetter = (ids: JobData['ids'], sources: Writing) => Promise<Letter | string>;
const of =
  (kind: TaskMailKind): WriteTaskLetter =>
  (ids, sources) =>
    taskLetter(kind, ids, sources);

/** Mails about corrective actions, by the kind of their job. */
export const taskLetters: Readonly<Record<string, WriteTaskLetter>> = {
  ACTION_ASSIGNED: of('ACTION_ASSIGNED'),
  ACTION_DUE: of('ACTION_DUE'),
  ACTION_OVERDUE: of('ACTION_OVERDUE'),
  ACTION_VERIFICATION: of('ACTION_VERIFICATION'),
};
