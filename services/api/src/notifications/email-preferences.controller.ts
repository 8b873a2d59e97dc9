import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import type { Bearer } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { SendOutcome, Body, CurrentBearer, Envelope, Params, type OutcomeSender } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../http/route-of.ts';
import { emailPreferencesDecider, ChangeEmailPreferences } from './change-email-preferences.ts';

/** Email preferences of a user, which apply to all their organizations. */
@Controller()
export class EmailPreferencesController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @RouteOf('getEmailPreferences')
  find(
    @CurrentBearer() bearer: Bearer,
    @Params() { userGuid }: ParamsOf<'getEmailPreferences'>,
  ): Promise<AnswerOf<'getEmailPreferences'>> {
    return this.#of(own(bearer, userGuid));
  }

  @RouteOf('changeEmailPreferences')
  async change(
    @CurrentBearer() bearer: Bearer,
    @Params() { userGuid }: ParamsOf<'changeEmailPreferences'>,
    @Body() { preferences }: BodyOf<'changeEmailPreferences'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeEmailPreferences'>> {
    own(bearer, userGuid);
    accept(await this.commands.execute(new ChangeEmailPreferences(envelope, preferences)));
    return this.#of(userGuid);
  }

  async #of(userGuid: string): Promise<AnswerOf<'getEmailPreferences'>> {
    const { state } = await emailPreferencesDecider.of(userGuid).load(this.store, INSTALLATION_TENANT);
    return { preferences: [...state] };
  }
}

/** Throws 403 unless the preferences are the bearer's own. */
function own(bearer: Bearer, userGuid: string): string {
  return userGuid === bearer.userGuid ? userGuid : throwRefusal('Forbidden');
}
