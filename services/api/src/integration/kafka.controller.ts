import { Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { topicsWith } from '@plimsoll/contracts/integration/integration-event';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { FindKafkaExport } from '@plimsoll/projections/integration/kafka-export/query';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { SendOutcome, Body, CurrentTenant, Envelope, type OutcomeSender } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf } from '../http/route-of.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import { KafkaExports } from './kafka-exports.ts';
import { SetKafkaExport } from './set-kafka-export.ts';

/** Settings and progress of an organization's export to the installation's Kafka brokers. */
@Controller()
export class KafkaController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly exports: KafkaExports,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @RouteOf('getKafkaExport')
  async get(@CurrentTenant() tenant: string): Promise<AnswerOf<'getKafkaExport'>> {
    const { kafka } = this.settings;
    const [row, progress] = await Promise.all([
      this.queries.execute(new FindKafkaExport(tenant)),
      this.exports.progressOf(tenant),
    ]);
    const position = progress?.position ?? row?.begins_after ?? null;
    const head = position === null ? 0 : (await this.store.read(tenant, position, 1)).head;
    return {
      isEnabled: row?.is_enabled ?? false,
      level: row?.level ?? 'FACTS',
      includeSensitive: row?.include_sensitive ?? false,
      startFrom: row?.start_from ?? 'NOW',
      isConfigured: kafka !== undefined,
      topics: topicsWith(kafka?.topicPrefix ?? ''),
      position,
      lag: position === null ? null : Math.max(0, head - position),
      fault: progress?.fault ?? null,
    };
  }

  @RouteOf('setKafkaExport')
  async set(
    @Body() input: BodyOf<'setKafkaExport'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'setKafkaExport'>> {
    const { tenant } = envelope;
    const isConfigured = this.settings.kafka !== undefined;
    if (isConfigured) await this.exports.keep(tenant);
    const { position } = accept(
      (await this.commands.execute(new SetKafkaExport(envelope, input, isConfigured))) as Outcome,
    );
    await this.progress.waitFor(tenant, position, ['kafka-export']);
    return this.get(tenant);
  }
}
