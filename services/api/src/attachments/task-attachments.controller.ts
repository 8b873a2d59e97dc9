import type { Readable } from 'node:stream';
import { Controller, Headers, Res, UseFilters } from '@nestjs/common';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import type { Reader } from '../audit/access-log.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { ConfirmRights } from '../http/edge-request.ts';
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
import { HideExistenceFilter } from '../http/problems/hide-existence.filter.ts';
import { FileRequests } from './file-requests.ts';
import { FilesOwners } from './files-owners.ts';

type OnePath = ParamsOf<'putTaskAttachment'>;

@Controller()
@UseFilters(HideExistenceFilter)
export class TaskAttachmentsController {
  constructor(
    private readonly requests: FileRequests,
    private readonly owners: FilesOwners,
  ) {}

  @RouteOf('listTaskAttachments')
  async list(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() of: ParamsOf<'listTaskAttachments'>,
    @CurrentReader() reader: Reader,
  ): Promise<AnswerOf<'listTaskAttachments'>> {
    const holding = await this.owners.seen(tenant, of, viewer);
    await this.requests.noteView(holding, reader);
    const items = await this.requests.list(tenant, holding, viewer);
    return {
      items,
      totalCount: items.length,
      awaited: [],
      mayAdd: holding.refuses('add') === null,
      ...(viewer.auditor && { withheld: holding.withheld }),
    };
  }

  @RouteOf('putTaskAttachment')
  put(
    @Body() body: Readable | undefined,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
    @Query() { name }: QueryOf<'putTaskAttachment'>,
    @Headers('content-length') announced: string | undefined,
    @Headers('content-digest') digest: string | undefined,
    @Confirm() confirm: ConfirmRights,
  ): Promise<AnswerOf<'putTaskAttachment'>> {
    return this.requests.put(of, { body, name, questionGuid: undefined, announced, digest }, envelope, accept, confirm);
  }

  @RouteOf('getTaskAttachmentContent')
  content(
    @CurrentViewer() viewer: Viewer,
    @Params() of: OnePath,
    @Headers('range') range: string | undefined,
    @Res() reply: FastifyReply,
    @CurrentReader() reader: Reader,
  ): Promise<void> {
    return this.requests.content(reader, viewer, of, range, reply);
  }

  @RouteOf('getTaskAttachmentThumbnail')
  thumbnail(
    @CurrentViewer() viewer: Viewer,
    @Params() of: OnePath,
    @Query() { width }: QueryOf<'getTaskAttachmentThumbnail'>,
    @Res() reply: FastifyReply,
    @CurrentReader() reader: Reader,
  ): Promise<void> {
    return this.requests.thumbnail(reader, viewer, of, width, reply);
  }

  @RouteOf('changeTaskAttachment')
  change(
    @Body() body: BodyOf<'changeTaskAttachment'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
  ): Promise<AnswerOf<'changeTaskAttachment'>> {
    return this.requests.change(of, body, envelope, accept);
  }

  @RouteOf('deleteTaskAttachment')
  remove(
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
  ): Promise<AnswerOf<'deleteTaskAttachment'>> {
    return this.requests.do(of, { command: 'delete' }, envelope, accept);
  }

  @RouteOf('restoreTaskAttachment')
  restore(
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
  ): Promise<AnswerOf<'restoreTaskAttachment'>> {
    return this.requests.do(of, { command: 'restore' }, envelope, accept);
  }

  @RouteOf('eraseTaskAttachment')
  erase(
    @Body() { reason }: BodyOf<'eraseTaskAttachment'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Params() of: OnePath,
  ): Promise<AnswerOf<'eraseTaskAttachment'>> {
    return this.requests.do(of, { command: 'erase', reason }, envelope, accept);
  }
}
