import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { EMPTY_FILE, NAMELESS_FILE, tooLargeFile } from '@plimsoll/contracts/attachments/attachment-texts';
import { textOf } from '@plimsoll/contracts/errors/errors';
import {
  endingOf,
  fileNameOf,
  fileTypes,
  isPicture,
  type FileEnding,
} from '@plimsoll/contracts/attachments/file-types';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { FindMember } from '@plimsoll/projections/members/member-list/query';
import { personOf } from '@plimsoll/projections/platform/person-names';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import { AccessLog, type Reader } from '../audit/access-log.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { TooManyBytes } from '../http/body/bytes-body.ts';
import type { ConfirmRights } from '../http/edge-request.ts';
import { HungUp } from '../http/limits/hang-up.ts';
import { Refused, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import type { OutcomeSender } from '../http/request-parts.ts';
import type { AnswerOf } from '../http/route-of.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { holdsFile, holdsOf } from '../privacy/legal-holds.ts';
import { InputJobs } from '../platform/jobs/input-jobs.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import { present, type Attached } from './attached.ts';
import { ChangeAttachment } from './change-attachment.ts';
import type { FileChange } from './change-attachment.rule.ts';
import { FileReferences } from './file-references.ts';
import { FilesOwners, ownerGuidOf, type FilesOwner, type HoldingFiles } from './files-owners.ts';
import { Files, type Spooled } from './storage/files.ts';
import { judgeInThread } from './judging/judge-in-thread.ts';
import { PutAttachment } from './put-attachment.ts';
import { mayAttach } from './put-attachment.rule.ts';
import { SmallPictures } from './judging/small-pictures.ts';
import { FileTurns } from './judging/turns.ts';
import { scanForViruses } from './judging/virus-scanner.ts';

const DIGEST = /^sha-256=:([A-Za-z0-9+/]{43}=):$/;
const RANGE = /^bytes=(\d*)-(\d*)$/;

/** Identifies a file of an incident or task. */
export type FileOf = FilesOwner & { readonly attachmentGuid: string };

/** An upload as its request describes it. */
export interface Incoming {
  readonly body: Readable | undefined;
  readonly name: string;
  readonly questionGuid: string | undefined;
  /** Content-Length of the request. */
  readonly announced: string | undefined;
  readonly digest: string | undefined;
}

type Stored = AnswerOf<'putAttachment'>;
type Done = AnswerOf<'changeAttachment'>;

/** Request handling for files, shared by those of incidents and of tasks. */
@Injectable()
export class FileRequests {
  /** Thumbnails under way, so that each is drawn once. */
  readonly #drawing = new Map<string, Promise<Buffer>>();
  /** Serializes appends: concurrent uploads to one incident would conflict in its stream. */
  readonly #appends = new FileTurns();

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly owners: FilesOwners,
    private readonly references: FileReferences,
    private readonly files: Files,
    private readonly pictures: SmallPictures,
    private readonly organizations: OrganizationsCache,
    private readonly accesses: AccessLog,
    private readonly jobs: InputJobs,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** The present files, and those that the viewer may restore. */
  async list(tenant: string, holding: HoldingFiles, viewer: Viewer): Promise<Attachment[]> {
    const items: Attachment[] = [];
    for (const file of holding.attachments) {
      const commands = await this.#commandsOn(tenant, holding, file, viewer);
      if (file.state === 'ATTACHED' || commands.includes('restore'))
        items.push(await this.answerOf(tenant, file, commands));
    }
    return items;
  }

  /** @param confirm looks up whether the sender may still do it: when the file has arrived, and before the append. */
  async put(
    of: FileOf,
    { body, name: given, questionGuid, announced, digest }: Incoming,
    envelope: CommandEnvelope,
    accept: OutcomeSender,
    confirm: ConfirmRights = () => Promise.resolve(envelope.actor),
  ): Promise<Stored> {
    const { tenant, actor } = envelope;
    const { attachmentGuid } = of;
    const name = fileNameOf(given) ?? throwNameless();
    const holding = await this.owners.seen(tenant, of, actor);
    if (holding.isDeleted) throwRefusal('EventNotFound');
    const check = mayAttach({ attachmentGuid, name }, holding);
    if ('refused' in check) throw new Refused(check);
    const extension =
      endingOf(name) ??
      throwRefusal('InvalidFileExtension', {
        fieldErrors: [fieldError('name', 'InvalidFileExtension', textOf('InvalidFileExtension'))],
      });
    const { fileLimitBytes } = this.settings;
    if (Number(announced) > fileLimitBytes) throwTooLarge(fileLimitBytes);
    if (!body || announced === '0') return throwEmpty();
    if (questionGuid !== undefined) await this.references.demandQuestion(tenant, holding.eventId, questionGuid);
    const spooled = await this.files
      .receive(tenant, body, fileLimitBytes)
      .catch((error: unknown) =>
        error instanceof TooManyBytes ? throwTooLarge(fileLimitBytes) : Promise.reject(error as Error),
      );
    try {
      await confirm();
      if (spooled.size === 0) throwEmpty();
      demandDigest(digest, spooled.sha256);
      await this.#demandClean(spooled);
      return await this.#attach(
        of,
        spooled,
        extension,
        { name, attachmentGuid, questionGuid: questionGuid ?? null },
        envelope,
        accept,
        confirm,
      );
    } finally {
      await spooled.drop();
    }
  }

  /** Logs access to others' sensitive incidents before anything is shown. */
  noteView(holding: HoldingFiles, reader: Reader): Promise<void> {
    return this.accesses.writeView(reader, holding.record, holding);
  }

  async content(
    reader: Reader,
    viewer: Viewer,
    of: FileOf,
    rangeHeader: string | undefined,
    reply: FastifyReply,
  ): Promise<void> {
    const { tenant } = reader;
    const holding = await this.owners.seen(tenant, of, viewer);
    const file = presentIn(holding, of);
    const { size } = file;
    const part = rangeOf(rangeHeader, size);
    const bytes =
      (await this.files.read(tenant, file.fileGuid, { from: part?.from ?? 0, to: part?.to ?? size, size })) ??
      throwRefusal('AttachmentNotFound');
    await this.accesses.write(reader, { action: 'DOWNLOAD', record: holding.record }).catch((error: unknown) => {
      bytes.destroy();
      throw error;
    });
    void reply
      .status(part ? 206 : 200)
      .headers({
        'content-type': file.contentType,
        'content-length': part ? part.to - part.from : size,
        'accept-ranges': 'bytes',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'no-store',
        ...(part && { 'content-range': `bytes ${part.from}-${part.to - 1}/${size}` }),
      })
      .send(bytes);
  }

  async thumbnail(reader: Reader, viewer: Viewer, of: FileOf, width: string, reply: FastifyReply): Promise<void> {
    const { tenant } = reader;
    const holding = await this.owners.seen(tenant, of, viewer);
    const { contentType, fileGuid, size } = presentIn(holding, of);
    await this.noteView(holding, reader);
    if (!isPicture(contentType)) throwRefusal('ImageNotFound');
    const picture = await this.#thumbnailOf(tenant, { fileGuid, contentType, size }, width);
    void reply
      .headers({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
      .send(picture.length > 0 ? picture : throwRefusal('ImageNotFound'));
  }

  /** The stored thumbnail, or a new one, which is stored for later; empty for a picture that cannot be decoded. */
  async #thumbnailOf(
    tenant: string,
    { fileGuid, contentType, size }: Pick<Attached, 'fileGuid' | 'contentType' | 'size'>,
    width: string,
  ): Promise<Buffer> {
    const stored = await this.files.readThumbnail(tenant, fileGuid, width);
    if (stored) return stored;
    const name = `${tenant}/${fileGuid}-${width}`;
    const drawing =
      this.#drawing.get(name) ??
      (async () => {
        const drawn = await this.pictures.of({
          organization: tenant,
          contentType,
          width: Number(width),
          format: 'WEBP',
          read: () => this.files.readWhole(tenant, fileGuid, size),
        });
        const picture = drawn ?? Buffer.alloc(0);
        await this.files.storeThumbnail(tenant, fileGuid, width, picture);
        return picture;
      })().finally(() => this.#drawing.delete(name));
    this.#drawing.set(name, drawing);
    return drawing;
  }

  async change(
    of: FileOf,
    { name, personGuids }: { readonly name?: string | undefined; readonly personGuids?: readonly string[] | undefined },
    envelope: CommandEnvelope,
    accept: OutcomeSender,
  ): Promise<Done> {
    const newName = name === undefined ? undefined : (fileNameOf(name) ?? throwNameless());
    if (personGuids) await this.#demandKnownPeople(of, personGuids, envelope);
    return this.do(
      of,
      { command: 'change', ...(newName !== undefined && { name: newName }), ...(personGuids && { personGuids }) },
      envelope,
      accept,
    );
  }

  /** Throws 400 for unknown people; those whom the file shows already may have left since. */
  async #demandKnownPeople(of: FileOf, personGuids: readonly string[], { tenant, actor }: CommandEnvelope) {
    const holding = await this.owners.seen(tenant, of, actor);
    const shown = holding.attachments.find(({ attachmentGuid }) => attachmentGuid === of.attachmentGuid);
    const added = personGuids.filter((guid) => !shown?.personGuids.includes(guid));
    if (added.length > 0 && shown) await this.references.demandKnownPeople(tenant, holding.eventId, added);
  }

  /**
   * Changes a file. The due time of an erasure is stored before the event, so that a crash in between leaves no erased
   * file behind: the sweep checks the log.
   */
  async do(of: FileOf, change: FileChange, envelope: CommandEnvelope, accept: OutcomeSender): Promise<Done> {
    const { tenant } = envelope;
    const { attachmentGuid } = of;
    const file = await this.#find(tenant, of);
    if (file && 'name' in change && change.name !== undefined && !keepsEnding(change.name, file))
      throwRefusal('InvalidFileExtension', {
        fieldErrors: [fieldError('name', 'InvalidFileExtension', 'Keep the ending of the name')],
      });
    const isThere = file !== undefined && (await this.files.exists(tenant, file.fileGuid));
    // Decided again with the command: here it keeps a file that a hold protects from being scheduled.
    if (
      file &&
      change.command === 'erase' &&
      envelope.actor.isAdmin &&
      holdsFile(await holdsOf(this.store, tenant), file)
    )
      throwRefusal('LegalHoldPrevents');
    const dueAt = new Date(envelope.receivedAt.getTime() + this.settings.erasureDelayHours * 3_600_000);
    if (file && change.command === 'erase' && envelope.actor.isAdmin)
      await this.files.scheduleErasure(tenant, file.fileGuid, dueAt);
    const done = accept(
      await this.commands.execute(new ChangeAttachment(envelope, of, attachmentGuid, change, isThere)),
    );
    if (file && change.command === 'restore') await this.files.markStored(tenant, file.fileGuid);
    if (file && change.command === 'erase' && this.settings.erasureDelayHours === 0)
      await this.files.destroy(tenant, file.fileGuid);
    return { attachmentGuid, revision: done.revision };
  }

  async answerOf(tenant: string, file: Attached, allowedCommands: Attachment['allowedCommands']): Promise<Attachment> {
    const {
      attachmentGuid,
      name,
      contentType,
      size,
      sha256,
      receivedSha256,
      questionGuid,
      personGuids,
      addedAt,
      state,
      isDamaged,
    } = file;
    const adder = await this.queries.execute(new FindMember(tenant, file.addedByGuid));
    return {
      attachmentGuid,
      name,
      contentType,
      size,
      sha256,
      receivedSha256,
      questionGuid,
      personGuids,
      addedBy: personOf(file.addedByGuid, adder?.name),
      addedAt,
      isDamaged,
      state,
      allowedCommands,
    };
  }

  async #attach(
    of: FileOf,
    spooled: Spooled,
    extension: FileEnding,
    named: { name: string; attachmentGuid: string; questionGuid: string | null },
    envelope: CommandEnvelope,
    accept: OutcomeSender,
    confirm: ConfirmRights,
  ): Promise<Stored> {
    const { tenant } = envelope;
    // What waited for its turn may be for no one any more.
    await confirm();
    const keepsPositions = (await this.organizations.of(tenant))?.flags.has('KEEP_PHOTO_LOCATION') ?? false;
    const {
      contentType,
      isDamaged,
      stored: changed,
    } = await judgeInThread(
      this.jobs,
      { organization: tenant, ending: extension, keepsPositions, read: () => spooled.read() },
      ({ content, sha256 }) => this.files.spoolContent(tenant, content, sha256),
    );
    // A file whose bytes did not change stays as spooled. No other bytes are ever sealed with its key.
    const { fileGuid, size, sha256, storeFile } = changed ?? spooled;
    const receivedSha256 = spooled.sha256;
    const file = { ...named, fileGuid, contentType, size, sha256, receivedSha256, isDamaged };
    await storeFile(ownerGuidOf(of)).finally(() => changed?.drop());
    const withContent = {
      ...envelope,
      fingerprint: createHash('sha256').update(envelope.fingerprint).update(receivedSha256).digest(),
    };
    let stored: Attached | undefined;
    let outcome: Outcome;
    try {
      outcome = await this.#appends.take(async () =>
        this.commands.execute(new PutAttachment({ ...withContent, actor: await confirm() }, of, file)),
      );
      stored = isExecuted(outcome) ? await this.#find(tenant, of) : undefined;
    } catch (error) {
      if (error instanceof Refused || error instanceof HungUp) await this.files.destroy(tenant, fileGuid);
      throw error;
    }
    // Refused, or the same bytes existed already: no event refers to these.
    await (stored?.fileGuid === fileGuid
      ? this.files.markStored(tenant, fileGuid)
      : this.files.destroy(tenant, fileGuid));
    const { revision } = accept(outcome);
    const { attachmentGuid, name } = stored!;
    return {
      attachmentGuid,
      name,
      contentType: stored!.contentType,
      size: stored!.size,
      sha256: stored!.sha256,
      receivedSha256: stored!.receivedSha256,
      isDamaged: stored!.isDamaged,
      revision,
    };
  }

  /** Scans before anything parses the file, so that an infection is reported before any other error. */
  async #demandClean(spooled: Spooled): Promise<void> {
    const { virusScanner } = this.settings;
    if (virusScanner && (await scanForViruses(virusScanner, spooled.stream())) !== null)
      throwRefusal('AttachmentInfected', { fieldErrors: [fieldError('body', 'AttachmentInfected')] });
  }

  async #find(tenant: string, of: FileOf): Promise<Attached | undefined> {
    return (await this.owners.filesOf(tenant, of)).find(({ attachmentGuid }) => attachmentGuid === of.attachmentGuid);
  }

  async #commandsOn(
    tenant: string,
    holding: HoldingFiles,
    file: Attached,
    viewer: Viewer,
  ): Promise<Attachment['allowedCommands']> {
    if (holding.isDeleted) return [];
    if (file.state === 'ERASED')
      return viewer.isAdmin && (await this.files.exists(tenant, file.fileGuid)) ? ['restore'] : [];
    const amending: Attachment['allowedCommands'] = holding.refuses('amend')
      ? []
      : file.state === 'ATTACHED'
        ? ['change', 'delete']
        : ['restore'];
    return viewer.isAdmin ? [...amending, 'erase'] : amending;
  }
}

/** A present file. Throws AttachmentNotFound where there is none. */
const presentIn = (holding: HoldingFiles, of: FileOf): Attached =>
  present(holding.attachments).find(({ attachmentGuid }) => attachmentGuid === of.attachmentGuid) ??
  throwRefusal('AttachmentNotFound');

const throwNameless = (): never =>
  throwRefusal('MalformedName', { fieldErrors: [fieldError('name', 'MalformedName', NAMELESS_FILE)] });
const throwTooLarge = (limitBytes: number): never =>
  throwRefusal('AttachmentTooLarge', {
    fieldErrors: [fieldError('body', 'AttachmentTooLarge', tooLargeFile(limitBytes))],
  });
const throwEmpty = (): never =>
  throwRefusal('MalformedRequest', { fieldErrors: [fieldError('body', 'MalformedRequest', EMPTY_FILE)] });

function demandDigest(digest: string | undefined, receivedSha256: string): void {
  if (digest === undefined) return;
  const stated = DIGEST.exec(digest.trim())?.[1];
  if (stated === undefined || Buffer.from(stated, 'base64').toString('hex') !== receivedSha256) {
    throwRefusal('MalformedRequest', {
      fieldErrors: [
        fieldError(
          'Content-Digest',
          'MalformedRequest',
          stated === undefined ? 'Must be a sha-256' : 'Is not that of the bytes that came',
        ),
      ],
    });
  }
}

/** The requested range if it is single; null for the whole file. Throws 416 for one beyond its end (RFC 9110, 14.2). */
function rangeOf(rangeHeader: string | undefined, size: number): { readonly from: number; readonly to: number } | null {
  const [, first, last] = RANGE.exec(rangeHeader?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (last !== '' && first !== '' && Number(last) < Number(first)) return null;
  return from < to ? { from, to } : throwRefusal('RangeNotSatisfiable', {}, { 'content-range': `bytes */${size}` });
}

/** Whether a new name has the ending of the old one; where that was erased, an ending of the file's type. */
function keepsEnding(name: string, file: Pick<Attached, 'name' | 'contentType'>): boolean {
  const [ending, before] = [endingOf(name), endingOf(file.name)];
  return before === null ? ending !== null && fileTypes[ending] === file.contentType : ending === before;
}
