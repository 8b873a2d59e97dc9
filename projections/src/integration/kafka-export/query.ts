import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { kafkaExportTable, type KafkaExportRow } from './project.ts';

/** Finds an organization's Kafka export; null if it was never configured. */
export class FindKafkaExport extends Query<KafkaExportRow | null> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Answers `FindKafkaExport`. */
@QueryHandler(FindKafkaExport)
export class FindKafkaExportHandler implements IQueryHandler<FindKafkaExport> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant }: FindKafkaExport): Promise<KafkaExportRow | null> {
    const [row] = await this.reader.ask<KafkaExportRow>(tenant, {
      name: 'kafka export',
      text: `select * from ${kafkaExportTable} where tenant = $1`,
      values: [tenant],
    });
    return row ?? null;
  }
}
