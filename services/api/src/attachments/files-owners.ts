import { Injectable } from '@nestjs/common';
import type { AttachmentEvent, AwaitedFile } from '@plimsoll/contracts/attachments/events';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import type { Outcome, Reservation } from '../commands/execute.ts';
import { Refused } from '../http/problem-of.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import type { Incident, LiveIncident } from '../incidents/incident.ts';
import { isOthersSensitive, maySee } from '../incidents/may-see.ts';
import { refusalOf } from '../incidents/policy.ts';
import { TaskLog } from '../tasks/task-log.ts';
import type { LiveTask } from '../tasks/task.ts';
import { taskRefusal, type ActingOnTask } from '../tasks/policy.ts';
import type { Attached } from './attached.ts';

/** What files hang on, as a request names it. */
export type FilesOwner = { readonly eventId: string } | { readonly taskGuid: string };

/** The stream that tells of its files. */
export const ownerGuidOf = (owner: FilesOwner): string => ('taskGuid' in owner ? owner.taskGuid : owner.eventId);

/** What files hang on, as their rules see it for somebody who sees it. */
export interface HoldingFiles {
  readonly eventId: string;
  readonly taskGuid: string | null;
  readonly attachments: readonly Attached[];
  /** Announced, and not there yet. */
  readonly awaited: readonly AwaitedFile[];
  readonly isDeleted: boolean;
  /** What the access log calls it. */
  readonly record: { readonly kind: 'incident' | 'task'; readonly guid: string };
  /** Belongs to a sensitive event that the viewer neither reported nor holds. */
  readonly isOthersSensitive: boolean;
  /** Null when they may do so now. A refusal by the state says what may be done in it. */
  refuses(what: 'add' | 'amend'): Refusal | null;
}

/** The files of an incident: whoever may add one, and whoever may amend. */
export const ofIncident = (eventId: string, incident: LiveIncident, actor: Viewer): HoldingFiles => ({
  record: { kind: 'incident', guid: eventId },
  isOthersSensitive: isOthersSensitive(incident, actor),
  eventId,
  taskGuid: null,
  attachments: incident.attachments,
  awaited: incident.awaited,
  isDeleted: incident.deletedAt !== null,
  refuses: (what) => refusalOf(what === 'add' ? 'add-file' : 'amend', incident, { actor }),
});

/** The files of an action: whoever may change or complete it, which those are who may complete it. */
export const ofTask = (
  taskGuid: string,
  task: LiveTask,
  acting: Pick<ActingOnTask, 'actor' | 'incident'>,
): HoldingFiles => ({
  record: { kind: 'task', guid: taskGuid },
  isOthersSensitive: isOthersSensitive(acting.incident, acting.actor),
  eventId: task.eventId,
  taskGuid,
  attachments: task.attachments,
  awaited: [],
  isDeleted: task.isDeleted,
  refuses: () => taskRefusal('complete', task, acting),
});

const liveOf = (incident: Incident): LiveIncident | null =>
  incident.state === 'UNREPORTED' ? null : incident.state === 'DELETED' ? incident.before : incident;

/** Events and actions with their files, as the log has them, and the way commands on files reach them. */
@Injectable()
export class FilesOwners {
  constructor(
    private readonly incidents: IncidentLog,
    private readonly tasks: TaskLog,
  ) {}

  /** For whoever sees it; an event also when it is deleted. Ends the request for others. */
  async seen(tenant: string, owner: FilesOwner, viewer: Viewer): Promise<HoldingFiles> {
    if ('taskGuid' in owner) {
      const seen = await this.tasks.seen(tenant, owner.taskGuid, viewer);
      if ('refused' in seen) throw new Refused(seen);
      if (seen.task.isDeleted) throw new Refused(refuse('TaskNotFound'));
      return ofTask(owner.taskGuid, seen.task, { actor: viewer, incident: seen.incident });
    }
    const incident = await this.incidents.find(tenant, owner.eventId);
    const live = liveOf(incident);
    const unseen = maySee(incident, viewer);
    if (unseen || !live) throw new Refused(unseen ?? refuse('EventNotFound'));
    return ofIncident(owner.eventId, live, viewer);
  }

  /** Its files, whoever asks; none where there is no such thing. */
  async filesOf(tenant: string, owner: FilesOwner): Promise<readonly Attached[]> {
    if (!('taskGuid' in owner)) return liveOf(await this.incidents.find(tenant, owner.eventId))?.attachments ?? [];
    const task = await this.tasks.find(tenant, owner.taskGuid);
    return task.state === 'NONE' ? [] : task.attachments;
  }

  /** Decides on the files of what the actor sees and is not deleted. */
  async change(
    envelope: CommandEnvelope,
    owner: FilesOwner,
    decide: (holding: HoldingFiles) => Decision<AttachmentEvent>,
    reservations: readonly Reservation[] = [],
  ): Promise<Outcome> {
    const { tenant, actor } = envelope;
    if (!('taskGuid' in owner))
      return this.incidents.change(
        envelope,
        owner.eventId,
        (incident) => decide(ofIncident(owner.eventId, incident, actor)),
        { reservations },
      );
    const seen = await this.tasks.seen(tenant, owner.taskGuid, actor);
    if ('refused' in seen) return seen;
    return this.tasks.change(
      envelope,
      owner.taskGuid,
      (task) =>
        task.state === 'NONE' || task.isDeleted
          ? refuse('TaskNotFound')
          : decide(ofTask(owner.taskGuid, task, { actor, incident: seen.incident })),
      { reservations },
    );
  }
}
