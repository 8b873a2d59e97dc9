import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { formList } from '../forms/form-list/project.ts';
import { memberList } from '../members/member-list/project.ts';
import { organizationSettings } from '../organizations/organization-settings/project.ts';
import { callList } from '../routing/call-list/project.ts';
import { ReadModelReader } from './read-model-reader.ts';
import type { ReadModel } from '../runner/tables/read-model.ts';
import { activeGeneration } from '../runner/tables/table.ts';
import { subscription } from '../billing/subscription/project.ts';

/** Read models that authorization uses. They contain no incident data. */
const AUTHORIZATION_MODELS: readonly ReadModel[] = [callList, formList, memberList, organizationSettings, subscription];

/**
 * A generation's rows change when it takes an event, when a stream is parked or replayed, and when another generation
 * becomes active. Rows that are folded again after an erasure (`reprojectTenant`) do not change the version: a person's
 * data grants no permissions.
 */
const MARKS = `
  select tenant, string_agg(projection || '/' || (position - passed_over) || '/' || parked, ' ' order by projection) as mark
  from projection_checkpoints where tenant = any ($1) and projection in (${AUTHORIZATION_MODELS.map(activeGeneration).join(', ')}) group by tenant`;

/**
 * Finds a version token for each organization: while it is unchanged, so is everything that authorization read after
 * it. Organizations without any rows yet have none.
 */
export class FindAuthorizationVersions extends Query<ReadonlyMap<string, string>> {
  constructor(readonly tenants: readonly string[]) {
    super();
  }
}

/** Reads the version tokens from the checkpoints. */
@QueryHandler(FindAuthorizationVersions)
export class FindAuthorizationVersionsHandler implements IQueryHandler<FindAuthorizationVersions> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenants }: FindAuthorizationVersions): Promise<ReadonlyMap<string, string>> {
    const rows = await this.reader.askAcross<{ tenant: string; mark: string }>(tenants, {
      name: 'marks',
      text: MARKS,
      values: [tenants],
    });
    return new Map(rows.map(({ tenant, mark }) => [tenant, mark]));
  }
}
