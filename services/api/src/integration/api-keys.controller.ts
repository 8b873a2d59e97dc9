import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { ApiKey } from '@plimsoll/contracts/integration/api-keys';
import { ListApiKeys, type MadeApiKey } from '@plimsoll/projections/integration/api-key-list/query';
import { personOf } from '@plimsoll/projections/platform/person-names';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { SendOutcome, Body, CurrentTenant, Envelope, Params, type OutcomeSender } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../http/route-of.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { ApiKeys, statusOf } from './api-keys.ts';
import { CreateApiKey } from './create-api-key.ts';
import { RevokeApiKey } from './revoke-api-key.ts';

const SHOWN_AGAIN_MS = 86_400_000;

/** API keys of an organization for other systems. */
@Controller()
export class ApiKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly viewers: Viewers,
    private readonly keys: ApiKeys,
  ) {}

  @RouteOf('listApiKeys')
  async list(@CurrentTenant() tenant: string): Promise<AnswerOf<'listApiKeys'>> {
    const items = await this.#list(tenant);
    return { items, totalCount: items.length };
  }

  @RouteOf('createApiKey')
  async create(
    @Body() { types, ...asked }: BodyOf<'createApiKey'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'createApiKey'>> {
    const { tenant, commandId } = envelope;
    const keyGuid = envelope.newGuid();
    const text = this.keys.textOf(keyGuid, commandId);
    const today = await this.viewers.dayAt(tenant, envelope.receivedAt);
    await this.keys.keep(tenant, keyGuid, text);
    await this.#done(
      envelope,
      accept,
      keyGuid,
      new CreateApiKey(envelope, { keyGuid, ...asked, types: types ?? null }, today),
    );
    const key = (await this.#list(tenant)).find((one) => one.keyGuid === keyGuid) ?? throwRefusal('Unavailable');
    return { ...key, key: envelope.receivedAt.getTime() - Date.parse(key.createdAt) > SHOWN_AGAIN_MS ? null : text };
  }

  @RouteOf('revokeApiKey')
  revoke(
    @Params() { keyGuid }: ParamsOf<'revokeApiKey'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    return this.#done(envelope, accept, keyGuid, new RevokeApiKey(envelope, keyGuid));
  }

  async #done(
    { tenant }: CommandEnvelope,
    accept: OutcomeSender,
    keyGuid: string,
    command: CreateApiKeyOrRevoke,
  ): Promise<void> {
    const { position } = accept(await this.commands.execute(command));
    await this.progress.waitFor(tenant, position, ['api-key-list']);
    this.keys.forget(tenant, keyGuid);
  }

  async #list(tenant: string): Promise<ApiKey[]> {
    const [rows, uses, today] = await Promise.all([
      this.queries.execute(new ListApiKeys(tenant)),
      this.keys.usesOf(tenant),
      this.viewers.dayAt(tenant, new Date()),
    ]);
    return rows.map((row) => this.#answer(row, uses.get(row.key_guid) ?? null, today));
  }

  #answer(row: MadeApiKey, lastUsedAt: string | null, today: string): ApiKey {
    return {
      keyGuid: row.key_guid,
      prefix: this.keys.prefixOf(row.key_guid),
      name: row.name,
      scopes: [...row.scopes] as ApiKey['scopes'],
      level: row.level,
      includeSensitive: row.include_sensitive,
      types: row.types && [...row.types],
      expiresOn: row.expires_on,
      status: statusOf(row, today),
      createdAt: row.created_at,
      createdBy: personOf(row.created_by, row.created_by_name),
      owner: personOf(row.owner_guid, row.owner_name),
      lastUsedAt,
    };
  }
}

type CreateApiKeyOrRevoke = InstanceType<typeof CreateApiKey> | InstanceType<typeof RevokeApiKey>;
