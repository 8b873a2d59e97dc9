import { createHash, hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Controller, Headers, Inject, Res, UseFilters } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { EMPTY_FILE, NAMELESS_FILE, TOO_LARGE_FILE } from '@plimsoll/contracts/attachments/attachment-texts';
import { textOf } from '@plimsoll/contracts/errors';
import { endingOf, fileNameOf, LARGEST_FILE_BYTES, type FileEnding } from '@plimsoll/contracts/attachments/file-types';
import { hindranceOf, mayAddFiles } from '@plimsoll/contracts/incidents/who-may';
import { FindMember } from '@plimsoll/projections/member-list/query';
import { personOf } from '@plimsoll/projections/person-names';
import type { Viewer } from '@plimsoll/projections/viewer';
import type { FastifyReply } from 'fastify';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { isExecuted } from '../commands/execute.ts';
import { TooManyBytes } from '../http/bytes-body.ts';
import { fieldError, Refused, throwRefusal } from '../http/problem-of.ts';
import { AccessLog, type Reader } from '../audit/access-log.ts';
import { Accepting, Content, CurrentReader, CurrentTenant, CurrentViewer, Envelope, Path, Search, type Accept } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type PathOf, type QueryOf } from '../http/route-of.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import type { Incident, LiveIncident } from '../incidents/incident.ts';
import { isOthersSensitive, maySee } from '../incidents/may-see.ts';
import { UnseenFirstFilter } from '../incidents/unseen-first.filter.ts';
import { onSeenIncident } from '../incidents/who-may.ts';
import { OrganizationsNow } from '../organizations/organizations-now.ts';
import { SETTINGS, type Settings } from '../settings.ts';
import { present, type Attached } from './attached.ts';
import { ChangeAttachment, type FileChange } from './change-attachment.ts';
import { Files, type Spooled } from './files.ts';
import { judgeFile } from './judge-file.ts';
import { mayAttach, PutAttachment } from './put-attachment.ts';
import { FileTurns } from './turns.ts';

const DIGEST = /^sha-256=:([A-Za-z0-9+/]{43}=):$/;
const RANGE = /^bytes=(\d*)-(\d*)$/;

type OnePath = PathOf<'putAttachment'>;

@Controller()
@UseFilters(UnseenFirstFilter)
export class AttachmentsController {
  readonly #turns = new FileTurns();

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly incidents: IncidentLog,
    private readonly files: Files,
    private readonly organizations: OrganizationsNow,
    private readonly accesses: AccessLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('listAttachments')
  async list(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @Path() { eventId }: PathOf<'listAttachments'>, @Search() { revision }: QueryOf<'listAttachments'>, @CurrentReader() reader: Reader): Promise<AnswerOf<'listAttachments'>> {
    const { latest, shown } = await this.incidents.asOf(tenant, eventId, revision ?? Infinity);
    const incident = seen(latest, viewer);
    await this.#noteView(latest, viewer, eventId, reader);
    const told = revision === undefined ? incident : await this.#told(tenant, eventId, revision, shown);
    // What was erased since is shown in no revision.
    const erased = new Set(incident.attachments.filter(({ state }) => state === 'ERASED').map(({ attachmentGuid }) => attachmentGuid));
    const items: Attachment[] = [];
    for (const file of told.attachments) {
      const isErased = erased.has(file.attachmentGuid);
      const commands = revision === undefined ? await this.#commandsOn(tenant, incident, file, viewer) : [];
      if ((file.state === 'ATTACHED' && !isErased) || commands.includes('restore')) items.push(await this.#answerOf(tenant, file, commands));
    }
    const asOf = revision === undefined ? {} : { asOf: { revision, at: await this.#madeAt(tenant, eventId, revision), latest: latest.revision } };
    return { items, totalCount: items.length, awaited: [], mayAdd: revision === undefined && mayAddFiles(incident, viewer), ...asOf };
  }

  @RouteOf('putAttachment')
  async put(
    @Content() body: Readable | undefined, @Envelope() envelope: CommandEnvelope, @Accepting() accept: Accept, @Path() path: OnePath, @Search() query: QueryOf<'putAttachment'>,
    @Headers('content-length') announced: string | undefined, @Headers('content-digest') digest: string | undefined,
  ): Promise<AnswerOf<'putAttachment'>> {
    const { tenant, actor } = envelope;
    const { eventId, attachmentGuid } = path;
    const name = fileNameOf(query.name) ?? throwNameless();
    const standing = onSeenIncident(await this.incidents.find(tenant, eventId), actor, (incident) => mayAttach({ actor, attachmentGuid, name }, incident));
    if ('refused' in standing) throw new Refused(standing);
    const ending = endingOf(name) ?? throwRefusal('InvalidFileExtension', { fieldErrors: [fieldError('name', 'InvalidFileExtension', textOf('InvalidFileExtension'))] });
    if (Number(announced) > LARGEST_FILE_BYTES) throwTooLarge();
    if (!body || announced === '0') return throwEmpty();
    return this.#turns.asOneOf(actor.userGuid, async () => {
      const spooled = await this.files.receive(body, LARGEST_FILE_BYTES).catch((fault: unknown) => (fault instanceof TooManyBytes ? throwTooLarge() : Promise.reject(fault as Error)));
      try {
        if (spooled.size === 0) throwEmpty();
        demandDigest(digest, spooled.receivedSha256);
        return await this.#turns.take(() => this.#attach(spooled, ending, { name, eventId, attachmentGuid, questionGuid: query.questionGuid ?? null }, envelope, accept));
      } finally {
        await spooled.drop();
      }
    });
  }

  @RouteOf('getAttachmentContent')
  async content(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @Path() { eventId, attachmentGuid }: OnePath, @Headers('range') asked: string | undefined, @Res() reply: FastifyReply, @CurrentReader() reader: Reader): Promise<void> {
    const file = presentIn(await this.incidents.find(tenant, eventId), viewer, attachmentGuid);
    const { size } = file;
    const part = rangeOf(asked, size);
    const bytes = (await this.files.read(tenant, file.fileGuid, { from: part?.from ?? 0, to: part?.to ?? size, size })) ?? throwRefusal('AttachmentNotFound');
    await this.accesses.write(reader, { action: 'DOWNLOAD', record: { kind: 'incident', guid: eventId } }).catch((fault: unknown) => {
      bytes.destroy();
      throw fault;
    });
    void reply.status(part ? 206 : 200).headers({
      'content-type': file.contentType, 'content-length': (part ? part.to - part.from : size), 'accept-ranges': 'bytes', 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'", 'cache-control': 'no-store', ...(part && { 'content-range': `bytes ${part.from}-${part.to - 1}/${size}` }),
    }).send(bytes);
  }

  @RouteOf('getAttachmentThumbnail')
  async thumbnail(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @Path() { eventId, attachmentGuid }: OnePath, @Search() { width }: QueryOf<'getAttachmentThumbnail'>, @Res() reply: FastifyReply, @CurrentReader() reader: Reader): Promise<void> {
    const incident = await this.incidents.find(tenant, eventId);
    const { contentType, fileGuid, size } = presentIn(incident, viewer, attachmentGuid);
    await this.#noteView(incident, viewer, eventId, reader);
    // Of what cannot be decoded here there is none.
    if (!contentType.startsWith('image/') || contentType === 'image/heic') throwRefusal('ImageNotFound');
    const picture = await this.#turns.take(async () => {
      const bytes = (await this.files.read(tenant, fileGuid, { from: 0, to: size, size })) ?? throwRefusal('AttachmentNotFound');
      return sharp(await buffer(bytes)).rotate().resize({ width: Number(width), height: Number(width), fit: 'inside', withoutEnlargement: true }).webp({ quality: 78 }).toBuffer().catch(() => null);
    });
    void reply.headers({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }).send(picture ?? throwRefusal('ImageNotFound'));
  }

  @RouteOf('changeAttachment')
  change(@Content() { name, personGuids }: BodyOf<'changeAttachment'>, @Envelope() envelope: CommandEnvelope, @Accepting() accept: Accept, @Path() path: OnePath): Promise<AnswerOf<'changeAttachment'>> {
    const kept = name === undefined ? undefined : (fileNameOf(name) ?? throwNameless());
    return this.#change(envelope, accept, path, { command: 'change', ...(kept !== undefined && { name: kept }), ...(personGuids && { personGuids }) });
  }

  @RouteOf('deleteAttachment')
  remove(@Envelope() envelope: CommandEnvelope, @Accepting() accept: Accept, @Path() path: OnePath): Promise<AnswerOf<'deleteAttachment'>> {
    return this.#change(envelope, accept, path, { command: 'delete' });
  }

  @RouteOf('restoreAttachment')
  restore(@Envelope() envelope: CommandEnvelope, @Accepting() accept: Accept, @Path() path: OnePath): Promise<AnswerOf<'restoreAttachment'>> {
    return this.#change(envelope, accept, path, { command: 'restore' });
  }

  /** When it is to go is noted first, so that a fault in between leaves nothing that nobody comes back to: the sweep asks the log. */
  @RouteOf('eraseAttachment')
  erase(@Content() { reason }: BodyOf<'eraseAttachment'>, @Envelope() envelope: CommandEnvelope, @Accepting() accept: Accept, @Path() path: OnePath): Promise<AnswerOf<'eraseAttachment'>> {
    return this.#change(envelope, accept, path, { command: 'erase', reason });
  }

  async #attach(spooled: Spooled, ending: FileEnding, named: { name: string; eventId: string; attachmentGuid: string; questionGuid: string | null }, envelope: CommandEnvelope, accept: Accept): Promise<AnswerOf<'putAttachment'>> {
    const { tenant } = envelope;
    const keepsPositions = (await this.organizations.of(tenant))?.flags.has('KEEP_PHOTO_LOCATION') ?? false;
    const judged = await judgeFile(await spooled.read(), ending, keepsPositions);
    if ('refused' in judged) throw new Refused(judged);
    const { contentType, content } = judged;
    const { receivedSha256 } = spooled;
    const fileGuid = uuidv7();
    const file = { ...named, fileGuid, contentType, size: content.length, sha256: hash('sha256', content, 'hex'), receivedSha256 };
    await this.files.keep(tenant, named.eventId, fileGuid, content);
    const told = { ...envelope, fingerprint: createHash('sha256').update(envelope.fingerprint).update(receivedSha256).digest() };
    const outcome = await this.commands.execute(new PutAttachment(told, file));
    const stands = isExecuted(outcome) ? (await this.#find(tenant, named.eventId)).attachments.find(({ attachmentGuid }) => attachmentGuid === named.attachmentGuid) : undefined;
    // Refused, or the same bytes were there already: these are nobody's.
    await (stands?.fileGuid === fileGuid ? this.files.noteKept(tenant, fileGuid) : this.files.destroy(tenant, fileGuid));
    const { revision } = accept(outcome);
    const { attachmentGuid, name, size, sha256 } = stands!;
    return { attachmentGuid, name, contentType: stands!.contentType, size, sha256, receivedSha256: stands!.receivedSha256, revision };
  }

  async #change(envelope: CommandEnvelope, accept: Accept, { eventId, attachmentGuid }: OnePath, change: FileChange): Promise<{ attachmentGuid: string; revision: number }> {
    const { tenant } = envelope;
    const found = await this.incidents.find(tenant, eventId);
    const file = found.state === 'UNREPORTED' || found.state === 'DELETED' ? undefined : found.attachments.find((one) => one.attachmentGuid === attachmentGuid);
    if (file && 'name' in change && change.name !== undefined && endingOf(change.name) !== endingOf(file.name)) throwRefusal('InvalidFileExtension', { fieldErrors: [fieldError('name', 'InvalidFileExtension', 'Keep the ending of the name')] });
    const isThere = file !== undefined && (await this.files.isThere(tenant, file.fileGuid));
    const dueAt = new Date(envelope.receivedAt.getTime() + this.settings.erasureDelayHours * 3_600_000);
    if (file && change.command === 'erase' && envelope.actor.isAdmin) await this.files.noteErasure(tenant, file.fileGuid, dueAt);
    const done = accept(await this.commands.execute(new ChangeAttachment(envelope, eventId, attachmentGuid, change, isThere)));
    if (file && change.command === 'restore') await this.files.noteKept(tenant, file.fileGuid);
    if (file && change.command === 'erase' && this.settings.erasureDelayHours === 0) await this.files.destroy(tenant, file.fileGuid);
    return { attachmentGuid, revision: done.revision };
  }

  async #find(tenant: string, eventId: string): Promise<LiveIncident> {
    const incident = await this.incidents.find(tenant, eventId);
    if (incident.state === 'UNREPORTED') throwRefusal('EventNotFound');
    return incident.state === 'DELETED' ? incident.before : incident;
  }

  /** Of others' sensitive incidents it is written down who looks, before they see anything. */
  async #noteView(incident: Incident, viewer: Viewer, eventId: string, reader: Reader): Promise<void> {
    if (isOthersSensitive(incident, viewer)) await this.accesses.write(reader, { action: 'VIEW', record: { kind: 'incident', guid: eventId } });
  }

  async #told(tenant: string, eventId: string, revision: number, shown: Incident): Promise<LiveIncident> {
    const { events } = await this.incidents.told(tenant, eventId);
    if (shown.state === 'UNREPORTED' || !events.some((event) => event.revision === revision)) throwRefusal('EventNotFound');
    return shown.state === 'DELETED' ? shown.before : shown;
  }

  async #madeAt(tenant: string, eventId: string, revision: number): Promise<string> {
    return (await this.incidents.told(tenant, eventId)).events.find((event) => event.revision === revision)!.metadata.at;
  }

  async #commandsOn(tenant: string, incident: LiveIncident, file: Attached, viewer: Viewer): Promise<Attachment['allowedCommands']> {
    if (incident.deletedAt !== null) return [];
    if (file.state === 'ERASED') return viewer.isAdmin && (await this.files.isThere(tenant, file.fileGuid)) ? ['restore'] : [];
    const ofAmending: Attachment['allowedCommands'] = hindranceOf('amend', incident, viewer) ? [] : file.state === 'ATTACHED' ? ['change', 'delete'] : ['restore'];
    return viewer.isAdmin ? [...ofAmending, 'erase'] : ofAmending;
  }

  async #answerOf(tenant: string, file: Attached, allowedCommands: Attachment['allowedCommands']): Promise<Attachment> {
    const { attachmentGuid, name, contentType, size, sha256, receivedSha256, questionGuid, personGuids, addedAt, state } = file;
    const adder = await this.queries.execute(new FindMember(tenant, file.addedByGuid));
    return { attachmentGuid, name, contentType, size, sha256, receivedSha256, questionGuid, personGuids, addedBy: personOf(file.addedByGuid, adder?.name), addedAt, state, allowedCommands };
  }
}

/** A file that is there, of an incident that the viewer sees. Ends the request for others. */
const presentIn = (incident: Incident, viewer: Viewer, attachmentGuid: string): Attached =>
  present(seen(incident, viewer).attachments).find((file) => file.attachmentGuid === attachmentGuid) ?? throwRefusal('AttachmentNotFound');

/** The incident for whoever sees it, also when it is deleted. Ends the request for others. */
function seen(incident: Incident, viewer: Viewer): LiveIncident {
  const unseen = maySee(incident, viewer);
  if (unseen) throw new Refused(unseen);
  if (incident.state === 'UNREPORTED') throwRefusal('EventNotFound');
  return incident.state === 'DELETED' ? incident.before : incident;
}

const throwNameless = (): never => throwRefusal('MalformedName', { fieldErrors: [fieldError('name', 'MalformedName', NAMELESS_FILE)] });
const throwTooLarge = (): never => throwRefusal('AttachmentTooLarge', { fieldErrors: [fieldError('body', 'AttachmentTooLarge', TOO_LARGE_FILE)] });
const throwEmpty = (): never => throwRefusal('MalformedRequest', { fieldErrors: [fieldError('body', 'MalformedRequest', EMPTY_FILE)] });

function demandDigest(digest: string | undefined, receivedSha256: string): void {
  if (digest === undefined) return;
  const stated = DIGEST.exec(digest.trim())?.[1];
  if (stated === undefined || Buffer.from(stated, 'base64').toString('hex') !== receivedSha256) {
    throwRefusal('MalformedRequest', { fieldErrors: [fieldError('Content-Digest', 'MalformedRequest', stated === undefined ? 'Must be a sha-256' : 'Is not that of the bytes that came')] });
  }
}

/** One range that can be met; whatever else is asked gets all. */
function rangeOf(asked: string | undefined, size: number): { readonly from: number; readonly to: number } | null {
  const [, first, last] = RANGE.exec(asked?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return from < to ? { from, to } : null;
}
