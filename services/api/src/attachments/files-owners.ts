import { Injectable } from '@nestjs/common';
import type { AttachmentEvent, AwaitedFile } from '@plimsoll/contracts/attachments/events';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import type { AppendOptions, Decided, Outcome } from '../commands/execute.ts';
import { Refused } from '../http/problems/problem-of.ts';
import { GrantedIncidents } from '../incidents/granted-incidents.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import { liveOf, type LiveIncident } from '../incidents/incident.ts';
import { isOthersSensitive, maySee } from '../incidents/may-see.ts';
import { refusalOf } from '../incidents/policy.ts';
import { TaskLog } from '../tasks/task-log.ts';
import type { LiveTask } from '../tasks/task.ts';
import { taskRefusal, type ActingOnTask } from '../tasks/policy.ts';
import { present, type Attached } from './attached.ts';
import { isWithheld } from './withheld-files.ts';

/** The incident or task that a file belongs to, as named in requests. */
export type FilesOwner = { readonly eventId: string } | { readonly taskGuid: string };

/** Guid of the stream with the owner's file events. */
export const ownerGuidOf = (owner: FilesOwner): string => ('taskGuid' in owner ? owner.taskGuid : owner.eventId);

/** What the append of a file's event depends on, whichever stream it goes to. */
type FileAppendOptions = Pick<AppendOptions<unknown, never>, 'reservations' | 'prepare'> & {
  readonly expectedRevisions?: () => NonNullable<Decided['expectedRevisions']>;
};

/** An incident or task with its files, as a viewer who may see it sees it. */
export interface HoldingFiles {
  readonly eventId: string;
  readonly taskGuid: string | null;
  readonly attachments: readonly Attached[];
  /** Number of present files that an auditor's grant keeps from them. */
  readonly withheld: number;
  /** Announced, but not added yet. */
  readonly awaited: readonly AwaitedFile[];
  readonly isDeleted: boolean;
  /** Its name in the access log. */
  readonly record: { readonly kind: 'incident' | 'task'; readonly guid: string };
  /** Whether it belongs to a sensitive incident that the viewer neither reported nor owns. */
  readonly isOthersSensitive: boolean;
  /** Refusal of an action, or null if it is allowed now. A refusal because of the state lists the allowed commands. */
  refuses(what: 'add' | 'amend'): Refusal | null;
}

/** The files that a viewer may know of: auditors know neither removed nor withheld ones. */
function openTo(
  { auditor }: Viewer,
  files: readonly Attached[],
  areOfHurt: boolean,
): Pick<HoldingFiles, 'attachments' | 'withheld'> {
  if (!auditor) return { attachments: files, withheld: 0 };
  const known = present(files);
  const attachments = known.filter((file) => !isWithheld(file, auditor, areOfHurt));
  return { attachments, withheld: known.length - attachments.length };
}

const namesHurt = (incident: LiveIncident | null): boolean => (incident?.facts.injuredPersons.length ?? 0) > 0;

/** Files of an incident; those who may amend it may change them. */
const ofIncident = (eventId: string, incident: LiveIncident, actor: Viewer): HoldingFiles => ({
  record: { kind: 'incident', guid: eventId },
  isOthersSensitive: isOthersSensitive(incident, actor),
  eventId,
  taskGuid: null,
  ...openTo(actor, incident.attachments, namesHurt(incident)),
  awaited: actor.auditor ? [] : incident.awaited,
  isDeleted: incident.deletedAt !== null,
  refuses: (what) => refusalOf(what === 'add' ? 'add-file' : 'amend', incident, { actor }),
});

/** Files of a task; those who may complete it may change them. */
const ofTask = (taskGuid: string, task: LiveTask, acting: Pick<ActingOnTask, 'actor' | 'incident'>): HoldingFiles => ({
  record: { kind: 'task', guid: taskGuid },
  isOthersSensitive: isOthersSensitive(acting.incident, acting.actor),
  eventId: task.eventId,
  taskGuid,
  ...openTo(acting.actor, task.attachments, namesHurt(liveOf(acting.incident))),
  awaited: [],
  isDeleted: task.isDeleted,
  refuses: () => taskRefusal('complete', task, acting),
});

/** Loads incidents and tasks with their files from the log, and executes commands on files. */
@Injectable()
export class FilesOwners {
  constructor(
    private readonly incidents: IncidentLog,
    private readonly tasks: TaskLog,
    private readonly granted: GrantedIncidents,
  ) {}

  /** Loads it for a viewer who may see it; an incident also when it is deleted. Throws a refusal for others. */
  async seen(tenant: string, owner: FilesOwner, viewer: Viewer): Promise<HoldingFiles> {
    if ('taskGuid' in owner) {
      const seen = await this.tasks.seen(tenant, owner.taskGuid, viewer);
      if ('refused' in seen) throw new Refused(seen);
      if (seen.task.isDeleted) throw new Refused(refuse('TaskNotFound'));
      return ofTask(owner.taskGuid, seen.task, { actor: viewer, incident: seen.incident });
    }
    const incident = await this.incidents.find(tenant, owner.eventId);
    const live = liveOf(incident);
    const denial = maySee(incident, viewer);
    if (denial || !live || !(await this.granted.covers(tenant, viewer, owner.eventId)))
      throw new Refused(denial ?? refuse('EventNotFound'));
    return ofIncident(owner.eventId, live, viewer);
  }

  /** Its files regardless of the viewer; none for an unknown owner. */
  async filesOf(tenant: string, owner: FilesOwner): Promise<readonly Attached[]> {
    if (!('taskGuid' in owner)) return liveOf(await this.incidents.find(tenant, owner.eventId))?.attachments ?? [];
    const task = await this.tasks.find(tenant, owner.taskGuid);
    return task.state === 'NONE' ? [] : task.attachments;
  }

  /** Decides on the files of an owner that the actor may see and that is not deleted. */
  async change(
    envelope: CommandEnvelope,
    owner: FilesOwner,
    decide: (holding: HoldingFiles) => Decision<AttachmentEvent>,
    options: FileAppendOptions = {},
  ): Promise<Outcome> {
    const { tenant, actor } = envelope;
    if (!('taskGuid' in owner))
      return this.incidents.change(
        envelope,
        owner.eventId,
        (incident) => decide(ofIncident(owner.eventId, incident, actor)),
        options,
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
      options,
    );
  }
}
