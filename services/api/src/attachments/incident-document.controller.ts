import { Controller, Res, UseFilters } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { isPicture, type FileType } from '@plimsoll/contracts/attachments/file-types';
import { ShowIncident } from '@plimsoll/projections/incidents/incident-detail/query';
import { ListIncidentHistory } from '@plimsoll/projections/incidents/incident-history/query';
import { guidsIn, NameGuids } from '@plimsoll/projections/platform/names-by-guid';
import { FindOrganizationNames } from '@plimsoll/projections/organizations/organization-settings/query';
import { shortHash } from '@plimsoll/projections/platform/short-hash';
import { ListTasks } from '@plimsoll/projections/tasks/task-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import { AccessLog, type Reader } from '../audit/access-log.ts';
import { drawIncidentJob, drawInThread } from '../documents/draw-in-thread.ts';
import { OrganizationForms } from '../forms/organization-forms.ts';
import { hangUpOf } from '../http/limits/hang-up.ts';
import { Refused, throwRefusal } from '../http/problems/problem-of.ts';
import { CurrentReader, CurrentTenant, CurrentViewer, Params, ReceivedAt, Query } from '../http/request-parts.ts';
import { routeOf, RouteOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import type { DocumentFile } from '../incidents/incident-document.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import { liveOf, type Incident } from '../incidents/incident.ts';
import { maySee } from '../incidents/may-see.ts';
import { FairQueue } from '../platform/jobs/fair-queue.ts';
import { InputJobs } from '../platform/jobs/input-jobs.ts';
import { HideExistenceFilter } from '../http/problems/hide-existence.filter.ts';
import { present, type Attached } from './attached.ts';
import { Files } from './storage/files.ts';
import { SmallPictures } from './judging/small-pictures.ts';

/** Width in pixels, sufficient for a page. */
const PICTURE_WIDTH = 1_280;
/** Limit that no incident reaches. */
const ALL_TASKS = 1_000;

const isOn = (flag: string | undefined): boolean => flag !== undefined && flag !== 'false';
const filesOf = (incident: Incident): readonly Attached[] => liveOf(incident)?.attachments ?? [];

/** Exports an incident as a PDF. */
@Controller()
@UseFilters(HideExistenceFilter)
export class IncidentDocumentController {
  /** Photos of a document are in memory while it waits to be drawn. */
  readonly #turns = new FairQueue({ running: 2, runningPerOrganization: 1, waitingPerOrganization: 20 });

  constructor(
    private readonly queries: QueryBus,
    private readonly incidents: IncidentLog,
    private readonly files: Files,
    private readonly pictures: SmallPictures,
    private readonly forms: OrganizationForms,
    private readonly viewers: Viewers,
    private readonly accesses: AccessLog,
    private readonly jobs: InputJobs,
  ) {}

  @RouteOf('exportIncident')
  async export(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
    @Params() { eventId }: ParamsOf<'exportIncident'>,
    @Query() options: QueryOf<'exportIncident'>,
    @CurrentReader() reader: Reader,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const signal = hangUpOf(reply);
    const { latest, events } = await this.incidents.loadWithEvents(tenant, eventId);
    const denial = maySee(latest, viewer);
    if (denial) throw new Refused(denial);
    const { revision = events.length } = options;
    const past = events.filter((event) => event.revision <= revision);
    const last = past.at(-1);
    if (!last || revision > events.length) throwRefusal('EventNotFound');
    await this.accesses.write(reader, { action: 'EXPORT', record: { kind: 'incident', guid: eventId } });
    const incident = await this.queries.execute(new ShowIncident(tenant, past, revision < events.length));
    const [form, organizations, names, history, tasks] = await Promise.all([
      this.forms.find(tenant, incident.formGuid, incident.formVersion),
      this.queries.execute(new FindOrganizationNames([tenant])),
      this.queries.execute(new NameGuids(tenant, guidsIn(JSON.stringify(incident.components)))),
      isOn(options.history)
        ? this.queries.execute(
            new ListIncidentHistory(tenant, events, await this.incidents.loadAlarmEvents(tenant, eventId)),
          )
        : null,
      isOn(options.tasks)
        ? this.queries.execute(
            new ListTasks(
              tenant,
              viewer,
              { eventId, limit: ALL_TASKS, offset: 0 },
              await this.viewers.dayAt(tenant, now),
            ),
          )
        : null,
    ]);
    const people = [
      ...incident.injuredPersons.map(({ injuredPersonGuid, name }) => [injuredPersonGuid, name] as const),
      ...incident.relatedPersons.map(({ relatedPersonGuid, name }) => [relatedPersonGuid, name] as const),
    ];
    const shown = this.incidents.fold(past);
    const existing = new Set(present(filesOf(latest)).map(({ attachmentGuid }) => attachmentGuid));
    const pdf = await this.#turns.run({ organization: tenant, lane: 'DOCUMENTS', signal }, async () =>
      drawInThread(
        this.jobs,
        drawIncidentJob,
        tenant,
        {
          organizationName: organizations.get(tenant) ?? '',
          incident,
          seal: shortHash(last.hash),
          form,
          names: new Map([...names, ...people]),
          // Files deleted or erased since then are omitted from all revisions.
          files: await this.#files(
            tenant,
            present(filesOf(shown)).filter(({ attachmentGuid }) => existing.has(attachmentGuid)),
            isOn(options.photos),
          ),
          tasks: tasks?.items ?? null,
          history: history?.items.filter((item) => item.revision <= revision) ?? null,
        },
        signal,
      ),
    );
    void reply.headers({
      'content-type': routeOf('exportIncident').answerType,
      'content-disposition': `attachment; filename="event-${incident.number}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    return pdf;
  }

  async #files(tenant: string, files: readonly Attached[], withPictures: boolean): Promise<DocumentFile[]> {
    const shown: DocumentFile[] = [];
    for (const { name, size, sha256, contentType, fileGuid } of files)
      shown.push({
        name,
        size,
        sha256,
        picture:
          withPictures && isPicture(contentType) ? await this.#picture(tenant, fileGuid, contentType, size) : null,
      });
    return shown;
  }

  /** Null for a picture that cannot be decoded: the document still has its name and digest. */
  async #picture(tenant: string, fileGuid: string, contentType: FileType, size: number): Promise<Buffer | null> {
    return this.pictures
      .of({
        organization: tenant,
        contentType,
        width: PICTURE_WIDTH,
        format: 'JPEG',
        read: () => this.files.readWhole(tenant, fileGuid, size),
      })
      .catch((error: unknown) => {
        if (error instanceof Refused && error.refusal.refused !== 'TooManyAttempts') return null;
        throw error;
      });
  }
}
