import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import {
  erasureTable,
  legalHoldTable,
  openBundleTable,
  type ErasureRow,
  type LegalHoldRow,
  type OpenBundleRow,
} from './project.ts';

/** Lists requested erasures, newest first. */
export class ListErasures extends Query<readonly ErasureRow[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Lists current and former legal holds, newest first. */
export class ListLegalHolds extends Query<readonly LegalHoldRow[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Lists the bundles that were made with keys, newest first. */
export class ListOpenBundles extends Query<readonly OpenBundleRow[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Answers `ListErasures`. */
@QueryHandler(ListErasures)
export class ListErasuresHandler implements IQueryHandler<ListErasures> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ListErasures): Promise<readonly ErasureRow[]> {
    return this.reader.ask<ErasureRow>(tenant, {
      name: 'erasures',
      text: `select * from ${erasureTable} where tenant = $1 order by position desc`,
      values: [tenant],
    });
  }
}

/** Answers `ListLegalHolds`. */
@QueryHandler(ListLegalHolds)
export class ListLegalHoldsHandler implements IQueryHandler<ListLegalHolds> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ListLegalHolds): Promise<readonly LegalHoldRow[]> {
    return this.reader.ask<LegalHoldRow>(tenant, {
      name: 'legal holds',
      text: `select * from ${legalHoldTable} where tenant = $1 order by position desc`,
      values: [tenant],
    });
  }
}

/** Answers `ListOpenBundles`. */
@QueryHandler(ListOpenBundles)
export class ListOpenBundlesHandler implements IQueryHandler<ListOpenBundles> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ListOpenBundles): Promise<readonly OpenBundleRow[]> {
    return this.reader.ask<OpenBundleRow>(tenant, {
      name: 'open bundles',
      text: `select * from ${openBundleTable} where tenant = $1 order by made_at desc, bundle_guid`,
      values: [tenant],
    });
  }
}
