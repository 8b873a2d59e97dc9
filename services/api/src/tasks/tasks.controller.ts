import { Controller, UseFilters } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import { commentOf } from '@plimsoll/contracts/tasks/progress';
import type { TaskEvent } from '@plimsoll/contracts/tasks/events';
import { statusOn } from '@plimsoll/contracts/tasks/vocabulary';
import { allowedTaskCommands } from '@plimsoll/contracts/tasks/policy';
import { shortHash } from '@plimsoll/projections/platform/short-hash';
import { DescribeEventOfTask, ListTasks, NameMembers } from '@plimsoll/projections/tasks/task-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { AccessLog, type Reader } from '../audit/access-log.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Outcome } from '../commands/execute.ts';
import { Refused } from '../http/problems/problem-of.ts';
import {
  SendOutcome,
  Body,
  CurrentReader,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  ReceivedAt,
  Query,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import type { Incident } from '../incidents/incident.ts';
import { isOthersSensitive } from '../incidents/may-see.ts';
import { CancelTask } from './cancel-task.ts';
import { ChangeTask } from './change-task.ts';
import { CompleteTask } from './complete-task.ts';
import { CreateTask } from './create-task.ts';
import { DeleteTask } from './delete-task.ts';
import { ReopenTask } from './reopen-task.ts';
import { TaskLog } from './task-log.ts';
import { HideExistenceFilter } from '../http/problems/hide-existence.filter.ts';
import { VerifyTask } from './verify-task.ts';
import { ofIncident } from './policy.ts';

type TaskPath = ParamsOf<'getTask'>;
type Done = AnswerOf<'completeTask'>;

/** Corrective actions of incidents. */
@Controller()
@UseFilters(HideExistenceFilter)
export class TasksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly tasks: TaskLog,
    private readonly incidents: IncidentLog,
    private readonly accesses: AccessLog,
  ) {}

  @RouteOf('listTasks')
  async list(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
    @Query() { organizationGuid: _, ...search }: QueryOf<'listTasks'>,
    @CurrentReader() reader: Reader,
  ): Promise<AnswerOf<'listTasks'>> {
    const listed = await this.queries.execute(
      new ListTasks(tenant, viewer, search, await this.tasks.today(tenant, now)),
    );
    await this.#noteList(tenant, viewer, search.eventId, listed, reader);
    return listed;
  }

  /** A list of one incident's actions is a view of that incident; a list across incidents is not. */
  async #noteList(
    tenant: string,
    viewer: Viewer,
    eventId: string | undefined,
    { items }: AnswerOf<'listTasks'>,
    reader: Reader,
  ): Promise<void> {
    const guid = items.length > 0 ? eventId : undefined;
    if (guid === undefined) return reader.settle?.('NOT_NEEDED');
    await this.accesses.writeView(
      reader,
      { kind: 'incident', guid },
      { isOthersSensitive: isOthersSensitive(await this.incidents.find(tenant, guid), viewer) },
    );
  }

  @RouteOf('getTask')
  async detail(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
    @Params() { taskGuid }: TaskPath,
    @CurrentReader() reader: Reader,
  ): Promise<AnswerOf<'getTask'>> {
    const seen = await this.tasks.seen(tenant, taskGuid, viewer);
    if ('refused' in seen) throw new Refused(seen);
    const { task, incident, events } = seen;
    if (task.isDeleted) throw new Refused({ refused: 'TaskNotFound' });
    await this.accesses.writeView(
      reader,
      { kind: 'task', guid: taskGuid },
      { isOthersSensitive: isOthersSensitive(incident, viewer) },
    );
    const of = ofIncident(incident, viewer);
    const people = await this.queries.execute(
      new NameMembers(tenant, [...task.concerned, ...events.map(({ metadata }) => metadata.actor.userGuid)]),
    );
    const today = await this.tasks.today(tenant, now);
    const number = of.isSeen ? await this.tasks.numberOf(tenant, task.eventId) : null;
    const event = await this.#eventOf(tenant, incident, of.isSeen, task.responsibleGuid === viewer.userGuid);
    const next = task.state === 'OPEN' ? task.responsibleGuid : task.state === 'COMPLETED' ? task.verifierGuid : null;
    return {
      taskGuid,
      eventId: task.eventId,
      eventNumber: number,
      eventHeading: event.heading,
      worksiteName: event.worksiteName,
      description: task.description,
      dueDate: task.dueDate,
      status: statusOn(task, today),
      priority: task.priority,
      controlType: task.controlType,
      rootCause: task.rootCause,
      createdBy: people.person(task.createdByGuid),
      createdAt: task.createdAt,
      responsible: people.person(task.responsibleGuid),
      verifier: people.person(task.verifierGuid),
      needsReassigning: next !== null && !people.isMember(next),
      completedBy: task.completedByGuid === null ? null : people.person(task.completedByGuid),
      completedAt: task.completedAt,
      verifyBy: task.verifyBy,
      revision: task.revision,
      history: events.map(({ revision, type, data, metadata: { at, actor }, hash }) => ({
        revision,
        type,
        at,
        actor: { ...people.person(actor.userGuid), kind: actor.kind },
        comment: commentOf({ type, data } as TaskEvent),
        dueDate: (data as { dueDate?: string }).dueDate ?? null,
        seal: shortHash(hash),
      })),
      allowedCommands: allowedTaskCommands(task, of, viewer),
    };
  }

  /** Title and worksite of an action's event, for those who see it and for the action's responsible person. */
  #eventOf(tenant: string, incident: Incident, isSeen: boolean, isResponsible: boolean) {
    if (incident.state === 'UNREPORTED' || incident.state === 'DELETED' || !(isSeen || isResponsible))
      return { heading: null, worksiteName: null };
    const { form, facts } = incident;
    return this.queries.execute(
      new DescribeEventOfTask(
        tenant,
        { formName: form.name, isSensitive: form.isSensitive, facts, worksiteGuid: facts.worksiteGuid },
        isSeen,
      ),
    );
  }

  @RouteOf('createTask')
  create(
    @Body() body: BodyOf<'createTask'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<Done> {
    const taskGuid = body.taskGuid ?? envelope.newGuid();
    return this.#done(taskGuid, envelope, accept, new CreateTask(envelope, taskGuid, body));
  }

  @RouteOf('changeTask')
  change(
    @Params() { taskGuid }: TaskPath,
    @Body() body: BodyOf<'changeTask'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<Done> {
    return this.#done(taskGuid, envelope, accept, new ChangeTask(envelope, taskGuid, body));
  }

  @RouteOf('deleteTask')
  delete(
    @Params() { taskGuid }: TaskPath,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<Done> {
    return this.#done(taskGuid, envelope, accept, new DeleteTask(envelope, taskGuid, undefined));
  }

  @RouteOf('completeTask')
  complete(
    @Params() { taskGuid }: TaskPath,
    @Body() body: BodyOf<'completeTask'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<Done> {
    return this.#done(taskGuid, envelope, accept, new CompleteTask(envelope, taskGuid, body));
  }

  @RouteOf('verifyTask')
  verify(
    @Params() { taskGuid }: TaskPath,
    @Body() body: BodyOf<'verifyTask'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<Done> {
    return this.#done(taskGuid, envelope, accept, new VerifyTask(envelope, taskGuid, body));
  }

  @RouteOf('reopenTask')
  reopen(
    @Params() { taskGuid }: TaskPath,
    @Body() body: BodyOf<'reopenTask'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<Done> {
    return this.#done(taskGuid, envelope, accept, new ReopenTask(envelope, taskGuid, body));
  }

  @RouteOf('cancelTask')
  cancel(
    @Params() { taskGuid }: TaskPath,
    @Body() body: BodyOf<'cancelTask'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<Done> {
    return this.#done(taskGuid, envelope, accept, new CancelTask(envelope, taskGuid, body));
  }

  /** Executes a command and answers with the action's new state; null if it is deleted. */
  async #done(
    taskGuid: string,
    { tenant, receivedAt }: CommandEnvelope,
    accept: OutcomeSender,
    command: Command<Outcome>,
  ): Promise<Done> {
    const { revision } = accept(await this.commands.execute(command));
    const task = await this.tasks.find(tenant, taskGuid);
    return {
      taskGuid,
      revision,
      status:
        task.state === 'NONE' || task.isDeleted ? null : statusOn(task, await this.tasks.today(tenant, receivedAt)),
    };
  }
}
