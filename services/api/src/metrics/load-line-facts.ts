import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { LoadLineMetric } from '@plimsoll/contracts/metrics/events';
import { ShowDashboard } from '@plimsoll/projections/metrics/frequency-chart/query';
import { FindLimitOfMonth } from '@plimsoll/projections/metrics/limit-settings/query';
import { AreLoadLinesSet } from '@plimsoll/projections/metrics/load-lines/query';
import { PRODUCT_ACTOR } from '../commands/own-envelope.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import type { Judged } from './load-line.ts';

const NO_LIMIT: Judged = { month: null, figure: null, isProvisional: false, limit: null };
const readModels = ['frequency-chart', 'monthly-metrics', 'load-lines', 'limit-settings', 'organization-settings'];
const keys = { TRIF: 'trif', LTIF: 'ltif', MVIF: 'mvif' } as const satisfies Record<LoadLineMetric, string>;

/** Loads the facts by which a load line is judged, including everything in the log. */
@Injectable()
export class LoadLineFacts {
  constructor(
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly viewers: Viewers,
  ) {}

  /** Throws if the read models lag: outdated figures must not be judged. */
  async of(tenant: string, metric: LoadLineMetric, now: Date): Promise<Judged> {
    const { stale } = await this.progress.waitForHead(tenant, readModels);
    if (stale) throw new Error('The read models are behind');
    if (!(await this.queries.execute(new AreLoadLinesSet(tenant)))) return NO_LIMIT;
    const { rolling12 } = await this.queries.execute(
      new ShowDashboard(tenant, PRODUCT_ACTOR, {}, await this.viewers.dayAt(tenant, now)),
    );
    const month = rolling12.until[metric === 'MVIF' ? 'kms' : 'hours'];
    if (month === null) return NO_LIMIT;
    const { figure, provisional } = rolling12[keys[metric]];
    const limit = await this.queries.execute(new FindLimitOfMonth(tenant, keys[metric], month));
    return { month, figure, isProvisional: provisional, limit };
  }
}
