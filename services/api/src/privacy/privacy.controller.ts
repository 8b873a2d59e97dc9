import { Controller, Inject, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { ErasureKind } from '@plimsoll/contracts/privacy/events';
import type { Erasure, KeptPerson, LegalHold } from '@plimsoll/contracts/privacy/privacy';
import { subjectOf } from '@plimsoll/event-store/crypto/subjects';
import type { ErasureRow, LegalHoldRow } from '@plimsoll/projections/privacy/erasure-list/project';
import { ListErasures, ListLegalHolds, ListOpenBundles } from '@plimsoll/projections/privacy/erasure-list/query';
import { FindStoredPersons, ListStoredPersons } from '@plimsoll/projections/privacy/person-list/query';
import { personOrNull } from '@plimsoll/projections/platform/person-names';
import { NameMembers } from '@plimsoll/projections/tasks/task-list/query';
import type { FastifyReply } from 'fastify';
import { AccessLog, type Reader } from '../audit/access-log.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Executed } from '../commands/execute.ts';
import { throwMalformed, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import {
  SendOutcome,
  Body,
  CurrentReader,
  CurrentTenant,
  Envelope,
  Params,
  Query,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import { CancelErasure } from './cancel-erasure.ts';
import { Erasures } from './erasures.ts';
import { subjectNamed, type ErasedSubject } from './erasures-of.ts';
import { HeldIncidents } from './held-incidents.ts';
import { PlaceLegalHold } from './place-legal-hold.ts';
import { ReleaseLegalHold } from './release-legal-hold.ts';
import { RequestErasure } from './request-erasure.ts';

const HOUR_MS = 3_600_000;
const NAMES = [
  'person-list',
  'member-list',
  'membership-request-list',
  'invitation-list',
  'auditor-grant-list',
  'incident-list',
] as const;
const ERASURES = ['erasure-list'] as const;

/** Whether a text contains a person's full name, or its last word. */
function isNamedIn(text: string, name: string): boolean {
  const last = name.split(/\s+/).at(-1)!;
  return (
    text.toLowerCase().includes(name.toLowerCase()) ||
    (last.length > 2 && text.split(/[^\p{L}\p{N}’'-]+/u).includes(last))
  );
}

/** People with stored data, erasures and legal holds. */
@Controller()
export class PrivacyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly held: HeldIncidents,
    private readonly erasures: Erasures,
    private readonly accesses: AccessLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('listKeptPersons')
  async listPersons(
    @CurrentTenant() tenant: string,
    @Query() { text = '' }: QueryOf<'listKeptPersons'>,
    @CurrentReader() reader: Reader,
  ): Promise<AnswerOf<'listKeptPersons'>> {
    const persons = await this.queries.execute(new ListStoredPersons(tenant, text));
    await this.accesses.write(reader, { action: 'LIST', count: persons.items.length });
    return persons;
  }

  @RouteOf('previewErasure')
  async preview(
    @CurrentTenant() tenant: string,
    @Query() { kind, guid }: QueryOf<'previewErasure'>,
    @CurrentReader() reader: Reader,
  ): Promise<AnswerOf<'previewErasure'>> {
    const { name, incidents } = await this.#person(tenant, kind, guid);
    await this.accesses.write(reader, { action: 'VIEW' });
    const subject = subjectIn({ kind, guid, incidents });
    const [files, bundles, holds] = await Promise.all([
      this.erasures.filesOf(tenant, subject),
      this.queries.execute(new ListOpenBundles(tenant)),
      this.#holdsOn(tenant, subject),
    ]);
    const named = await this.queries.execute(
      new NameMembers(
        tenant,
        bundles.map(({ made_by }) => made_by),
      ),
    );
    return {
      name,
      incidents,
      files: files.map(({ attachmentGuid, eventId, name: fileName }) => ({ attachmentGuid, eventId, name: fileName })),
      bundles: bundles.map(({ bundle_guid, made_at, made_by }) => ({
        bundleGuid: bundle_guid,
        madeAt: made_at,
        madeBy: named.person(made_by),
      })),
      holds,
    };
  }

  @RouteOf('listErasures')
  async listErasures(@CurrentTenant() tenant: string): Promise<AnswerOf<'listErasures'>> {
    const items = await this.#toAnswers(tenant, await this.queries.execute(new ListErasures(tenant)));
    return { items, totalCount: items.length };
  }

  @RouteOf('requestErasure')
  async request(
    @Body() { kind, guid, reason, confirmation }: BodyOf<'requestErasure'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'requestErasure'>> {
    const { tenant, actor, receivedAt } = envelope;
    await this.progress.waitForHead(tenant, [...NAMES, ...ERASURES]);
    const person = await this.#person(tenant, kind, guid);
    const subject = subjectIn(person);
    const subjectGuid = subjectOf(tenant, subject);
    // An erased person has no name to confirm with.
    if (person.name !== ERASED) {
      if (confirmation !== person.name)
        throwMalformed([
          fieldError(
            'confirmation',
            'MalformedRequest',
            kind === 'INCIDENT_TEXT' ? 'Must be the number of the event' : 'Must be the name as it stands here',
          ),
        ]);
      demandNameless(reason, person);
    }
    const incidentGuid = 'incidentGuid' in subject ? subject.incidentGuid : null;
    const dueAt = new Date(receivedAt.getTime() + this.settings.erasureDelayHours * HOUR_MS).toISOString();
    const { changed } = await this.#done(
      envelope,
      accept,
      new RequestErasure(envelope, {
        erasureGuid: envelope.newGuid(),
        kind,
        guid: person.guid,
        incidentGuid,
        requestedBy: actor.userGuid,
        reason,
        dueAt,
      }),
    );
    void reply.status(changed ? 201 : 200);
    return this.#newest(tenant, (row) => row.subject === subjectGuid);
  }

  @RouteOf('cancelErasure')
  async cancel(
    @Params() { erasureGuid }: ParamsOf<'cancelErasure'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'cancelErasure'>> {
    const { tenant } = envelope;
    await this.progress.waitForHead(tenant, ERASURES);
    const known =
      (await this.queries.execute(new ListErasures(tenant))).find(
        ({ erasure_guid }) => erasure_guid === erasureGuid.toLowerCase(),
      ) ?? throwRefusal('RecordNotFound');
    await this.#done(envelope, accept, new CancelErasure(envelope, known.subject, known.erasure_guid));
    return this.#newest(tenant, ({ erasure_guid }) => erasure_guid === known.erasure_guid);
  }

  @RouteOf('listLegalHolds')
  async listHolds(@CurrentTenant() tenant: string): Promise<AnswerOf<'listLegalHolds'>> {
    const items = await this.#toHoldAnswers(tenant, await this.queries.execute(new ListLegalHolds(tenant)));
    return { items, totalCount: items.length };
  }

  @RouteOf('placeLegalHold')
  async place(
    @Body() { kind, guid = null, reason }: BodyOf<'placeLegalHold'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'placeLegalHold'>> {
    const { tenant, actor } = envelope;
    if ((kind === 'ORGANIZATION') !== (guid === null))
      throwMalformed([
        fieldError(
          'guid',
          'MalformedRequest',
          kind === 'ORGANIZATION' ? 'Is of no use for all of the organization' : 'Say what is held',
        ),
      ]);
    await this.progress.waitForHead(tenant, NAMES);
    if (guid !== null) {
      const person =
        (await this.queries.execute(new FindStoredPersons(tenant, [guid]))).find(
          (one) => (one.kind === 'INCIDENT_TEXT') === (kind === 'INCIDENT'),
        ) ?? throwRefusal('RecordNotFound');
      demandNameless(reason, person);
    }
    const holdGuid = envelope.newGuid();
    await this.#done(
      envelope,
      accept,
      new PlaceLegalHold(envelope, {
        holdGuid,
        kind,
        guid: guid?.toLowerCase() ?? null,
        placedBy: actor.userGuid,
        reason,
      }),
    );
    return this.#hold(tenant, holdGuid);
  }

  @RouteOf('releaseLegalHold')
  async release(
    @Params() { holdGuid }: ParamsOf<'releaseLegalHold'>,
    @Body() { reason }: BodyOf<'releaseLegalHold'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'releaseLegalHold'>> {
    const { tenant, actor } = envelope;
    await this.#done(
      envelope,
      accept,
      new ReleaseLegalHold(envelope, { holdGuid: holdGuid.toLowerCase(), releasedBy: actor.userGuid, reason }),
    );
    return this.#hold(tenant, holdGuid.toLowerCase());
  }

  async #done(
    { tenant }: CommandEnvelope,
    accept: OutcomeSender,
    command:
      | InstanceType<typeof RequestErasure>
      | InstanceType<typeof CancelErasure>
      | InstanceType<typeof PlaceLegalHold>
      | InstanceType<typeof ReleaseLegalHold>,
  ): Promise<Executed> {
    const done = accept(await this.commands.execute(command));
    await this.progress.waitFor(tenant, done.position, ERASURES);
    return done;
  }

  async #person(tenant: string, kind: ErasureKind, guid: string): Promise<KeptPerson> {
    const found = await this.queries.execute(new FindStoredPersons(tenant, [guid]));
    return found.find((one) => one.kind === kind) ?? throwRefusal('RecordNotFound');
  }

  async #newest(tenant: string, matches: (row: ErasureRow) => boolean): Promise<Erasure> {
    const row = (await this.queries.execute(new ListErasures(tenant))).find(matches) ?? throwRefusal('Unavailable');
    return (await this.#toAnswers(tenant, [row]))[0]!;
  }

  async #hold(tenant: string, holdGuid: string): Promise<LegalHold> {
    const row =
      (await this.queries.execute(new ListLegalHolds(tenant))).find(({ hold_guid }) => hold_guid === holdGuid) ??
      throwRefusal('Unavailable');
    return (await this.#toHoldAnswers(tenant, [row]))[0]!;
  }

  async #toAnswers(tenant: string, rows: readonly ErasureRow[]): Promise<Erasure[]> {
    const [people, named] = await Promise.all([
      this.queries.execute(
        new FindStoredPersons(
          tenant,
          rows.map(({ guid }) => guid),
        ),
      ),
      this.queries.execute(
        new NameMembers(
          tenant,
          rows.map(({ requested_by }) => requested_by),
        ),
      ),
    ]);
    return Promise.all(
      rows.map(async (row): Promise<Erasure> => {
        const { kind, guid, status } = row;
        return {
          erasureGuid: row.erasure_guid,
          kind,
          guid,
          name: people.find((one) => one.kind === kind && one.guid === guid)?.name ?? ERASED,
          status,
          isHeld:
            status === 'PENDING' &&
            (await this.#holdRowsOn(tenant, subjectNamed({ kind, guid, incidentGuid: row.incident_guid }))).length > 0,
          dueAt: row.due_at,
          reason: row.reason,
          requestedBy: named.person(row.requested_by),
          requestedAt: row.requested_at,
          endedAt: row.ended_at,
        };
      }),
    );
  }

  async #toHoldAnswers(tenant: string, rows: readonly LegalHoldRow[]): Promise<LegalHold[]> {
    const [people, named] = await Promise.all([
      this.queries.execute(
        new FindStoredPersons(
          tenant,
          rows.flatMap(({ guid }) => guid ?? []),
        ),
      ),
      this.queries.execute(
        new NameMembers(
          tenant,
          rows.flatMap(({ placed_by, released_by }) => [placed_by, ...(released_by ? [released_by] : [])]),
        ),
      ),
    ]);
    const labelOf = ({ kind, guid }: LegalHoldRow): string | null =>
      people.find((one) => one.guid === guid && (one.kind === 'INCIDENT_TEXT') === (kind === 'INCIDENT'))?.name ?? null;
    return rows.map(
      (row): LegalHold => ({
        holdGuid: row.hold_guid,
        kind: row.kind,
        guid: row.guid,
        label: labelOf(row),
        reason: row.reason,
        placedBy: named.person(row.placed_by),
        placedAt: row.placed_at,
        releasedAt: row.released_at,
        releasedBy: personOrNull(row.released_by, row.released_by && named.person(row.released_by).name),
        releaseReason: row.release_reason,
      }),
    );
  }

  async #holdsOn(tenant: string, subject: ErasedSubject): Promise<LegalHold[]> {
    return this.#toHoldAnswers(tenant, await this.#holdRowsOn(tenant, subject));
  }

  async #holdRowsOn(tenant: string, subject: ErasedSubject): Promise<LegalHoldRow[]> {
    const holds = (await this.queries.execute(new ListLegalHolds(tenant))).filter(
      ({ released_at }) => released_at === null,
    );
    return holds.length > 0 ? holds.filter(await this.held.judgeOf(tenant, subject)) : [];
  }
}

const subjectIn = ({ kind, guid, incidents }: Pick<KeptPerson, 'kind' | 'guid' | 'incidents'>): ErasedSubject =>
  subjectNamed({ kind, guid, incidentGuid: incidents[0]?.eventId ?? null });

/** Throws 400 if the reason contains the person's name: reasons are not erased. */
function demandNameless(reason: string, { kind, name }: KeptPerson): void {
  if (kind !== 'INCIDENT_TEXT' && name !== ERASED && isNamedIn(reason, name))
    throwMalformed([
      fieldError('reason', 'MalformedRequest', 'Leave the name out: the reason is kept when the person is erased'),
    ]);
}
