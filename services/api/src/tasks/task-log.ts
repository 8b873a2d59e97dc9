import { Inject, Injectable } from '@nestjs/common';
import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { TaskEvent } from '@plimsoll/contracts/tasks/events';
import type { EventStore, RecordedEvent, StreamId } from '@plimsoll/event-store/port/event-store';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import { execute, singleStream, type AppendOptions, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { GrantedIncidents } from '../incidents/granted-incidents.ts';
import { IncidentContexts } from '../incidents/incident-contexts.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import type { Incident } from '../incidents/incident.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { isTaskEvent, taskDecider, type LiveTask, type Task } from './task.ts';
import { maySeeTask, type ActingOnTask } from './policy.ts';

/** The stream of an action. */
const taskStream = (taskGuid: string): StreamId<StreamKind> => ({ kind: 'task', guid: taskGuid });

/** Context of a rule, with the named people who are members. */
export type TaskContext = ActingOnTask & { readonly members: ReadonlySet<string> };

/** A visible action, with its incident and its events. */
export interface SeenTask {
  readonly task: LiveTask;
  readonly incident: Incident;
  readonly events: readonly RecordedEvent[];
}

/** Loads corrective actions from the log, and executes commands on them. */
@Injectable()
export class TaskLog {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly incidents: IncidentLog,
    private readonly contexts: IncidentContexts,
    private readonly granted: GrantedIncidents,
    private readonly organizations: OrganizationsCache,
  ) {}

  /** The action, also a deleted one, if the viewer may see it; else a refusal. */
  async seen(tenant: string, taskGuid: string, viewer: Viewer): Promise<SeenTask | Refusal> {
    const events = await this.#load(tenant, taskGuid);
    const task = taskDecider.fold(events);
    const incident: Incident =
      task.state === 'NONE' ? { state: 'UNREPORTED', revision: 0 } : await this.incidents.find(tenant, task.eventId);
    const denial = maySeeTask(task, incident, viewer);
    if (denial) return denial;
    if (task.state === 'NONE' || !(await this.granted.covers(tenant, viewer, task.eventId)))
      return refuse('TaskNotFound');
    return { task, incident, events: events.filter(isTaskEvent) };
  }

  async find(tenant: string, taskGuid: string): Promise<Task> {
    return taskDecider.fold(await this.#load(tenant, taskGuid));
  }

  /** Number of an incident as shown to people; null if there is none. */
  async numberOf(tenant: string, eventId: string): Promise<number | null> {
    return (await this.incidents.loadWithEvents(tenant, eventId)).events[0]?.number ?? null;
  }

  async #load(tenant: string, taskGuid: string): Promise<readonly RecordedEvent[]> {
    return (await this.store.load(tenant, taskStream(taskGuid))).events;
  }

  /** Loads the incident, the organization's current day, and which of these people are members. */
  async contextOf(
    { tenant, actor, receivedAt }: CommandEnvelope,
    eventId: string,
    people: readonly (string | null | undefined)[],
  ): Promise<TaskContext> {
    const named = people.filter((guid) => typeof guid === 'string');
    const [incident, today, ...found] = await Promise.all([
      this.incidents.find(tenant, eventId),
      this.today(tenant, receivedAt),
      ...named.map((guid) => this.contexts.member(tenant, guid)),
    ]);
    return { actor, incident, today, members: new Set(named.filter((_, index) => found[index])) };
  }

  async today(tenant: string, moment: Date): Promise<string> {
    return localDateTime(moment, await this.timeZone(tenant)).date;
  }

  /** Time zone by which the organization's days are counted. */
  async timeZone(tenant: string): Promise<string> {
    return (await this.organizations.of(tenant))?.timeZone ?? 'UTC';
  }

  create(envelope: CommandEnvelope, taskGuid: string, decide: (task: Task) => Decision<TaskEvent>): Promise<Outcome> {
    return execute(this.store, envelope, singleStream({ own: taskDecider.of(taskGuid), decide, expectedState: 'NEW' }));
  }

  change<Event extends TaskEvent | AttachmentEvent>(
    envelope: CommandEnvelope,
    taskGuid: string,
    decide: (task: Task) => Decision<Event>,
    options: AppendOptions<Task, Event> = {},
  ): Promise<Outcome> {
    return execute(this.store, envelope, singleStream({ own: taskDecider.of(taskGuid), decide, ...options }));
  }
}
