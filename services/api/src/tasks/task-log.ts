import { Inject, Injectable } from '@nestjs/common';
import { attachmentEvents, type AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import { taskEvents, type TaskEvent } from '@plimsoll/contracts/tasks/events';
import type { EventStore, RecordedEvent, StreamId } from '@plimsoll/event-store/port/event-store';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision, Refusal } from '../commands/decision.ts';
import { execute, ofOneStream, type OneStream, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { IncidentContexts } from '../incidents/incident-contexts.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import type { Incident } from '../incidents/incident.ts';
import { OrganizationsNow } from '../platform/cache/organizations-now.ts';
import { evolveTask, noTask, type LiveTask, type RecordedTaskEvent, type Task } from './task.ts';
import { maySeeTask, type ActingOnTask } from './policy.ts';

const types: ReadonlySet<string> = new Set([...taskEvents, ...attachmentEvents].map(({ type }) => type));

/** Folds one event of the log; files of an action stand in its stream as well. */
export function evolveRecorded(task: Task, event: RecordedEvent): Task {
  if (!types.has(event.type)) return task;
  if (event.unreadable)
    throw new Error(`${event.type} at position ${event.position} cannot be read: ${event.unreadable}`);
  return evolveTask(task, {
    type: event.type,
    data: event.data,
    revision: event.revision,
    byGuid: event.metadata.actor.userGuid,
    at: event.metadata.at,
  } as RecordedTaskEvent);
}

/** The stream of an action. */
export const taskStream = (taskGuid: string): StreamId<StreamKind> => ({ kind: 'task', guid: taskGuid });

/** What a rule must know besides the action. */
export type Around = ActingOnTask & { readonly members: ReadonlySet<string> };

/** A seen action, with its incident and the events that tell of it. */
export interface SeenTask {
  readonly task: LiveTask;
  readonly incident: Incident;
  readonly events: readonly RecordedEvent[];
}

/** Corrective actions as the log has them, and the way commands reach them. */
@Injectable()
export class TaskLog {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly incidents: IncidentLog,
    private readonly contexts: IncidentContexts,
    private readonly organizations: OrganizationsNow,
  ) {}

  /** The action, if the viewer may see it (also one that was deleted); else what refuses it. */
  async seen(tenant: string, taskGuid: string, viewer: Viewer): Promise<SeenTask | Refusal> {
    const events = await this.#load(tenant, taskStream(taskGuid));
    const task = events.reduce(evolveRecorded, noTask);
    const incident: Incident =
      task.state === 'NONE' ? { state: 'UNREPORTED', revision: 0 } : await this.incidents.find(tenant, task.eventId);
    return (
      maySeeTask(task, incident, viewer) ?? {
        task: task as LiveTask,
        incident,
        events: events.filter(({ type }) => types.has(type)),
      }
    );
  }

  async find(tenant: string, taskGuid: string): Promise<Task> {
    return (await this.#load(tenant, taskStream(taskGuid))).reduce(evolveRecorded, noTask);
  }

  /** The number that people see of an incident; null when there is none. */
  async numberOf(tenant: string, eventId: string): Promise<number | null> {
    return (await this.incidents.told(tenant, eventId)).events[0]?.number ?? null;
  }

  async #load(tenant: string, stream: StreamId<StreamKind>): Promise<readonly RecordedEvent[]> {
    const loaded = await this.store.load(tenant, stream);
    return loaded.events;
  }

  /** The incident, the day of the organization, and which of these people are members. */
  async around(
    { tenant, actor, receivedAt }: CommandEnvelope,
    eventId: string,
    people: readonly (string | null | undefined)[],
  ): Promise<Around> {
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

  /** By whose calendar the organization's days are counted. */
  async timeZone(tenant: string): Promise<string> {
    return (await this.organizations.of(tenant))?.timeZone ?? 'UTC';
  }

  create(envelope: CommandEnvelope, taskGuid: string, decide: (task: Task) => Decision<TaskEvent>): Promise<Outcome> {
    return execute(
      this.store,
      envelope,
      ofOneStream({ stream: taskStream(taskGuid), initial: noTask, evolve: evolveRecorded, decide, begins: true }),
    );
  }

  change<Event extends TaskEvent | AttachmentEvent>(
    envelope: CommandEnvelope,
    taskGuid: string,
    decide: (task: Task) => Decision<Event>,
    hangsOn: Pick<OneStream<Task, Event>, 'reservations'> = {},
  ): Promise<Outcome> {
    return execute(
      this.store,
      envelope,
      ofOneStream({ stream: taskStream(taskGuid), initial: noTask, evolve: evolveRecorded, decide, ...hangsOn }),
    );
  }
}
