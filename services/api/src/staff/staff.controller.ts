import { Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { StaffAccess } from '@plimsoll/contracts/staff/staff-access';
import { positionToken } from '@plimsoll/projections/runner/follow/position-token';
import { ListStaffAccesses } from '@plimsoll/projections/staff/staff-access-list/query';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { isExecuted } from '../commands/execute.ts';
import type { Bearer } from '../http/edge-request.ts';
import { Refused, throwRefusal } from '../http/problems/problem-of.ts';
import { Body, CurrentBearer, CurrentTenant, Envelope, Params, ReceivedAt } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../http/route-of.ts';
import { Authentication } from '../identity/sign-in/authentication.ts';
import { BeginStaffAccess } from './begin-staff-access.ts';
import { EndStaffAccess } from './end-staff-access.ts';
import { returnsAt } from './staff-access.ts';
import { StaffAccesses } from './staff-accesses.ts';
import { StaffCalls } from './staff-calls.ts';

/** Read access of staff to organizations, and its list for organizations. */
@Controller()
export class StaffController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly authentication: Authentication,
    private readonly accesses: StaffAccesses,
    private readonly calls: StaffCalls,
  ) {}

  @RouteOf('beginStaffAccess')
  async begin(
    @Body() { organizationGuid, reason }: BodyOf<'beginStaffAccess'>,
    @CurrentBearer() bearer: Bearer,
    @Envelope() envelope: CommandEnvelope,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'beginStaffAccess'>> {
    await this.#demandSecondFactor(bearer);
    const guid = envelope.newGuid();
    const outcome = await this.commands.execute(
      new BeginStaffAccess(envelope, { accessGuid: guid, organizationGuid, reason, sessionGuid: bearer.sessionGuid }),
    );
    if (!isExecuted(outcome)) throw new Refused(outcome);
    // The bearer continues in the organization at once.
    void reply
      .header('Position', positionToken(organizationGuid, outcome.position ?? 0))
      .header('Authorization', `Bearer ${await this.authentication.newToken(bearer)}`);
    const endsAt = (await this.accesses.endOf(guid)) ?? throwRefusal('OrganizationNotFound');
    return { guid, organizationGuid, endsAt: endsAt.toISOString() };
  }

  @RouteOf('endStaffAccess')
  async end(
    @Params() { guid }: ParamsOf<'endStaffAccess'>,
    @CurrentBearer() bearer: Bearer,
    @Envelope() envelope: CommandEnvelope,
  ): Promise<void> {
    await this.#demandSecondFactor(bearer);
    const outcome = await this.commands.execute(new EndStaffAccess(envelope, guid));
    if (!isExecuted(outcome)) throw new Refused(outcome);
  }

  @RouteOf('listStaffAccesses')
  async list(@CurrentTenant() tenant: string, @ReceivedAt() now: Date): Promise<AnswerOf<'listStaffAccesses'>> {
    const [accesses, calls] = await Promise.all([
      this.queries.execute(new ListStaffAccesses(tenant)),
      this.calls.of(tenant),
    ]);
    const turnedOut = Map.groupBy(
      accesses.map((row) => ({
        userGuid: row.user_guid,
        turnedOutAt: row.is_turned_out ? row.ended_at : null,
        allowedAt: row.return_allowed_at,
      })),
      ({ userGuid }) => userGuid,
    );
    const items = accesses.map(
      ({ access_guid: guid, user_guid, name, reason, began_at, ends_at, ended_at, ...row }): StaffAccess => ({
        guid,
        person: { guid: user_guid, name },
        reason,
        beganAt: began_at,
        endsAt: ends_at,
        endedAt: ended_at,
        returnsAt: row.is_turned_out ? returnsAt(turnedOut.get(user_guid)!, now) : null,
        ...(calls.get(guid) ?? { callCount: 0, calls: [] }),
      }),
    );
    return { items, totalCount: items.length };
  }

  /** Throws 404 without a second factor: the organization must not exist for such a session. */
  async #demandSecondFactor(bearer: Bearer): Promise<void> {
    if (!(await this.authentication.hasSecondFactor(bearer))) throwRefusal('OrganizationNotFound');
  }
}
