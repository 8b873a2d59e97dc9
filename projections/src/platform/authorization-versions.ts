import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { formList } from '../forms/form-list/project.ts';
import { memberList } from '../members/member-list/project.ts';
import { organizationSettings } from '../organizations/organization-settings/project.ts';
import { ReadModelReader } from './read-model-reader.ts';
import type { ReadModel } from '../runner/tables/read-model.ts';
import { activeGeneration } from '../runner/tables/table.ts';
import { subscription } from '../billing/subscription/project.ts';

/** What is asked of an organization, and of who belongs to it, before anybody may do anything. Nothing that is reported comes into them. */
const AUTHORIZATION_MODELS: readonly ReadModel[] = [formList, memberList, organizationSettings, subscription];

/**
 * What stands in a set changes with an event that it takes, with one that is set aside or taken up again, and when another set answers.
 * Of rows that are folded anew after an erasure (`reprojectTenant`) it says nothing: no right comes or goes with a person's data.
 */
const MARKS = `
  select tenant, string_agg(projection || '/' || (position - passed_over) || '/' || parked, ' ' order by projection) as mark
  from projection_checkpoints where tenant = any ($1) and projection in (${AUTHORIZATION_MODELS.map(activeGeneration).join(', ')}) group by tenant`;

/**
 * A mark of each organization: as long as it is the same, so is what people are judged by there, as it was asked for after the mark.
 * None of one of which nothing is there (yet).
 */
export class FindMarks extends Query<ReadonlyMap<string, string>> {
  constructor(readonly tenants: readonly string[]) {
    super();
  }
}

@QueryHandler(FindMarks)
export class FindAuthorizationVersionsHandler implements IQueryHandler<FindMarks> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenants }: FindMarks): Promise<ReadonlyMap<string, string>> {
    const rows = await this.reader.askAcross<{ tenant: string; mark: string }>(tenants, {
      name: 'marks',
      text: MARKS,
      values: [tenants],
    });
    return new Map(rows.map(({ tenant, mark }) => [tenant, mark]));
  }
}
