import type { Readable } from 'node:stream';
import { Controller, Headers, Res, UseFilters } from '@nestjs/common';
import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import type { Reader } from '../audit/access-log.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { ConfirmRights } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import {
  SendOutcome,
  Body,
  Confirm,
  CurrentReader,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  Query,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import { HideExistenceFilter } from '../http/problems/hide-existence.filter.ts';
import { FileRequests } from './file-requests.ts';
import { FilesOwners, type HoldingFiles } from './files-owners.ts';

type OnePath = ParamsOf<'putAttachment'>;

@Controller()
@UseFilters(HideExistenceFilter)
export class AttachmentsController {
  constructor(
    private readonly requests: FileRequests,
    private readonly owners: FilesOwners,
    private readonly incidents: IncidentLog,
  ) {}

  @RouteOf('listAttachments')
  async list(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() { eventId }: ParamsOf<'listAttachments'>,
    @Query() { revision }: QueryOf<'listAttachments'>,
    @CurrentReader() reader: Reader,
  ): Promise<AnswerOf<'listAttachments'>> {
    const holding = await this.owners.seen(tenant, { eventId }, viewer);
    await this.requests.noteView(holding, reader);
    if (revision !== undefined) return this.#asOf(tenant, eventId, revision, holding, viewer);
    const items = await this.requests.list(tenant, holding, viewer);
    return {
      items,
      totalCount: items.length,
      awaited: [...holding.awaited],
      mayAdd: !holding.isDeleted && holding.refuses('add') === null,
      ...(viewer.auditor && { withheld: holding.withheld }),
    };
  }

  @RouteOf('putAttachment')
  put(
    @Body() body: Readable | undefined,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
    @Query() { name, questionGuid }: QueryOf<'putAttachment'>,
    @Headers('content-length') announced: string | undefined,
    @Headers('content-digest') digest: string | undefined,
    @Confirm() confirm: ConfirmRights,
  ): Promise<AnswerOf<'putAttachment'>> {
    return this.requests.put(of, { body, name, questionGuid, announced, digest }, envelope, accept, confirm);
  }

  @RouteOf('getAttachmentContent')
  content(
    @CurrentViewer() viewer: Viewer,
    @Params() of: OnePath,
    @Headers('range') range: string | undefined,
    @Res() reply: FastifyReply,
    @CurrentReader() reader: Reader,
  ): Promise<void> {
    return this.requests.content(reader, viewer, of, range, reply);
  }

  @RouteOf('getAttachmentThumbnail')
  thumbnail(
    @CurrentViewer() viewer: Viewer,
    @Params() of: OnePath,
    @Query() { width }: QueryOf<'getAttachmentThumbnail'>,
    @Res() reply: FastifyReply,
    @CurrentReader() reader: Reader,
  ): Promise<void> {
    return this.requests.thumbnail(reader, viewer, of, width, reply);
  }

  @RouteOf('changeAttachment')
  change(
    @Body() body: BodyOf<'changeAttachment'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
  ): Promise<AnswerOf<'changeAttachment'>> {
    return this.requests.change(of, body, envelope, accept);
  }

  @RouteOf('deleteAttachment')
  remove(
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
  ): Promise<AnswerOf<'deleteAttachment'>> {
    return this.requests.do(of, { command: 'delete' }, envelope, accept);
  }

  @RouteOf('restoreAttachment')
  restore(
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
  ): Promise<AnswerOf<'restoreAttachment'>> {
    return this.requests.do(of, { command: 'restore' }, envelope, accept);
  }

  @RouteOf('eraseAttachment')
  erase(
    @Body() { reason }: BodyOf<'eraseAttachment'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
  ): Promise<AnswerOf<'eraseAttachment'>> {
    return this.requests.do(of, { command: 'erase', reason }, envelope, accept);
  }

  /** The files at a revision, without those erased since. */
  async #asOf(
    tenant: string,
    eventId: string,
    revision: number,
    now: HoldingFiles,
    viewer: Viewer,
  ): Promise<AnswerOf<'listAttachments'>> {
    const [{ latest, shown }, { events }] = await Promise.all([
      this.incidents.asOf(tenant, eventId, revision),
      this.incidents.loadWithEvents(tenant, eventId),
    ]);
    const revisionEvent = events.find((event) => event.revision === revision);
    if (shown.state === 'UNREPORTED' || !revisionEvent) throwRefusal('EventNotFound');
    const known = new Set(
      now.attachments.filter(({ state }) => state !== 'ERASED').map(({ attachmentGuid }) => attachmentGuid),
    );
    const files = (shown.state === 'DELETED' ? shown.before : shown).attachments.filter(
      ({ state, attachmentGuid }) => state === 'ATTACHED' && known.has(attachmentGuid),
    );
    const { awaited } = shown.state === 'DELETED' ? shown.before : shown;
    const items: Attachment[] = await Promise.all(files.map((file) => this.requests.answerOf(tenant, file, [])));
    return {
      items,
      totalCount: items.length,
      awaited: viewer.auditor ? [] : [...awaited],
      mayAdd: false,
      ...(viewer.auditor && { withheld: now.withheld }),
      asOf: { revision, at: revisionEvent.metadata.at, latest: latest.revision },
    };
  }
}
