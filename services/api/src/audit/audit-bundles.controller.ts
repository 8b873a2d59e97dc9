import { Controller, Inject, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { BUNDLE_RETENTION_DAYS, type AuditBundle } from '@plimsoll/contracts/audit/bundles';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { NameAccesses } from '@plimsoll/projections/audit/change-log/name-accesses';
import { personOf } from '@plimsoll/projections/platform/person-names';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { throwMalformed, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import {
  SendOutcome,
  Body,
  CurrentReader,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, routeOf, type AnswerOf, type BodyOf, type ParamsOf } from '../http/route-of.ts';
import { aheadOfLog, ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { AccessLog, type Reader } from './access-log.ts';
import { AuditBundles, type StoredBundle } from './audit-bundles.ts';
import { MakeAuditBundle } from './make-audit-bundle.ts';
import type { BundleMade } from './make-audit-bundle.rule.ts';

const DAY_MS = 86_400_000;

/** Auditors see the bundles that they requested, admins all. */
const isTheirs = ({ grantGuid }: StoredBundle, { auditor, userGuid }: Viewer): boolean =>
  !auditor || grantGuid === userGuid;

/** Bundles of the log for auditors, and the page that verifies them. */
@Controller()
export class AuditBundlesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly bundles: AuditBundles,
    private readonly accesses: AccessLog,
    private readonly progress: ReadYourWrites,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @RouteOf('listAuditBundles')
  async list(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer): Promise<AnswerOf<'listAuditBundles'>> {
    const items = await this.#toAnswers(
      tenant,
      (await this.bundles.list(tenant)).filter((bundle) => isTheirs(bundle, viewer)),
    );
    return { items, totalCount: items.length };
  }

  @RouteOf('askForAuditBundle')
  async requestBundle(
    @Body() { from, to, personalData, includeSensitive }: BodyOf<'askForAuditBundle'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'askForAuditBundle'>> {
    const { tenant, actor, newGuid } = envelope;
    // A grant opens no more in a bundle than in the console.
    if (
      actor.auditor &&
      ((personalData === 'WITH_KEYS' && !actor.auditor.withNames) ||
        (includeSensitive && !actor.auditor.includeSensitive))
    )
      throwRefusal('Forbidden');
    const bundleGuid = newGuid();
    const range = await this.#rangeOf(tenant, from ?? null, to ?? null, envelope.receivedAt);
    const { position } = accept(
      await this.commands.execute(
        new MakeAuditBundle(envelope, { bundleGuid, ...range, personalData, includeSensitive }),
      ),
    );
    await this.progress.waitFor(tenant, position, ['change-log', 'member-list']);
    // A repeated request refers to the range of the first one, which the log has.
    const loaded = await this.store.load(tenant, { kind: 'audit-bundle', guid: bundleGuid });
    await this.bundles.begin({
      tenant,
      askedBy: actor.userGuid,
      grantGuid: actor.auditor ? actor.userGuid : null,
      ...(loaded.events[0]!.data as BundleMade['data']),
    });
    return this.#get(tenant, actor, bundleGuid);
  }

  @RouteOf('getAuditBundle')
  get(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() { bundleGuid }: ParamsOf<'getAuditBundle'>,
  ): Promise<AnswerOf<'getAuditBundle'>> {
    return this.#get(tenant, viewer, bundleGuid);
  }

  @RouteOf('downloadAuditBundle')
  async download(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @CurrentReader() reader: Reader,
    @Params() { bundleGuid }: ParamsOf<'downloadAuditBundle'>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const bundle = await this.#demand(tenant, viewer, bundleGuid);
    const bytes = (await this.bundles.read(bundle)) ?? throwRefusal('RecordNotFound');
    await this.accesses
      .write(reader, { action: 'DOWNLOAD', record: { kind: 'audit-bundle', guid: bundleGuid } })
      .catch((error: unknown) => {
        bytes.destroy();
        throw error;
      });
    void reply
      .headers({
        'content-type': routeOf('downloadAuditBundle').answerType,
        'content-length': bundle.bytes!,
        'content-disposition': `attachment; filename="audit-bundle-${bundleGuid}.zip"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(bytes);
  }

  @RouteOf('downloadVerifier')
  verifier(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.headers({
      'content-type': `${routeOf('downloadVerifier').answerType}; charset=utf-8`,
      'content-disposition': 'attachment; filename="verify.html"',
    });
    return this.bundles.verifier;
  }

  @RouteOf('listPublicKeys')
  async publicKeys(): Promise<AnswerOf<'listPublicKeys'>> {
    return { items: await this.bundles.publicKeys() };
  }

  /** Resolves the requested range of positions. Throws 400 for the future, and for a period without events. */
  async #rangeOf(
    tenant: string,
    from: string | null,
    to: string | null,
    now: Date,
  ): Promise<{ firstPosition: number; lastPosition: number }> {
    if (to !== null && Date.parse(to) > now.getTime()) throwMalformed([aheadOfLog('to')]);
    const [before, lastPosition] = await Promise.all([
      from === null ? 0 : this.store.positionAt(tenant, new Date(Date.parse(from) - 1)),
      to === null
        ? this.store.read(tenant, 0, 1).then(({ head }) => head)
        : this.store.positionAt(tenant, new Date(to)),
    ]);
    if (before >= lastPosition)
      throwMalformed([
        fieldError(from === null ? 'to' : 'from', 'MalformedRequest', 'Nothing was recorded in this time'),
      ]);
    return { firstPosition: before + 1, lastPosition };
  }

  async #get(tenant: string, viewer: Viewer, bundleGuid: string): Promise<AuditBundle> {
    return (await this.#toAnswers(tenant, [await this.#demand(tenant, viewer, bundleGuid)]))[0]!;
  }

  async #demand(tenant: string, viewer: Viewer, bundleGuid: string): Promise<StoredBundle> {
    const bundle = await this.bundles.find(tenant, bundleGuid);
    return bundle && isTheirs(bundle, viewer) ? bundle : throwRefusal('RecordNotFound');
  }

  async #toAnswers(tenant: string, bundles: readonly StoredBundle[]): Promise<AuditBundle[]> {
    const named = await this.queries.execute(
      new NameAccesses(
        tenant,
        bundles.map(({ askedBy }) => askedBy),
        [],
      ),
    );
    return bundles.map(
      ({
        bundleGuid,
        status,
        progress,
        bytes,
        sha256,
        firstPosition,
        lastPosition,
        personalData,
        includeSensitive,
        askedBy,
        askedAt,
        fingerprint,
      }): AuditBundle => ({
        bundleGuid,
        status,
        progress,
        bytes,
        sha256,
        firstPosition,
        lastPosition,
        personalData,
        includeSensitive,
        askedBy: personOf(askedBy, named.person(askedBy)),
        askedAt: askedAt.toISOString(),
        keptUntil: new Date(askedAt.getTime() + BUNDLE_RETENTION_DAYS * DAY_MS).toISOString(),
        fingerprint,
      }),
    );
  }
}
