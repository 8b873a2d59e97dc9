import { Controller, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { LinkedAlarm } from '@plimsoll/contracts/alarms/answers';
import { FindMember, type Member } from '@plimsoll/projections/members/member-list/query';
import { LinkTokens } from '@plimsoll/shared/link-tokens';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { isExecuted } from '../commands/execute.ts';
import type { EdgeRequest } from '../http/edge-request.ts';
import { Refused, throwRefusal } from '../http/problems/problem-of.ts';
import { RouteOf, type AnswerOf } from '../http/route-of.ts';
import { AddressThrottle } from '../identity/email-addresses/address-throttle.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { NameMembers } from '@plimsoll/projections/tasks/task-list/query';
import { AcknowledgeAlarm } from './answer-alarm.ts';
import { AlarmLog, type SeenAlarm } from './alarm-log.ts';
import { placeOfAlarm } from './alarm-view.ts';

/** Reads the tokens of alarm mails' links. */
export class AlarmLinks {
  readonly #tokens: LinkTokens;

  /** @param sealingKey 32 bytes in base64. */
  constructor(sealingKey: string) {
    this.#tokens = LinkTokens.ofAlarms(Buffer.from(sealingKey, 'base64'));
  }

  /** What a token names; null for an invalid one. */
  read(token: unknown) {
    const read = typeof token === 'string' ? this.#tokens.read(token) : null;
    if (!read) return null;
    const [tenant, alarmGuid, userGuid] = read.guids as [string, string, string];
    return { tenant, alarmGuid, userGuid, round: read.number };
  }
}

/** An alarm that a link opens, for the person it was sent to. */
interface Linked extends SeenAlarm {
  readonly tenant: string;
  readonly alarmGuid: string;
  readonly person: Member;
}

/** A link ends this long after the round of its alarm began. */
const LINK_MS = 24 * 3_600_000;

/** Answers alarms by the links of their mails. No session counts: the token proves who received the mail. */
@Controller()
export class LinkedAlarmsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly links: AlarmLinks,
    private readonly alarms: AlarmLog,
    private readonly organizations: OrganizationsCache,
    private readonly throttle: AddressThrottle,
  ) {}

  @RouteOf('showLinkedAlarm')
  async show(@Req() request: EdgeRequest): Promise<AnswerOf<'showLinkedAlarm'>> {
    return this.#shown(await this.#find(request));
  }

  @RouteOf('answerLinkedAlarm')
  async answer(@Req() request: EdgeRequest): Promise<AnswerOf<'answerLinkedAlarm'>> {
    const { tenant, alarmGuid, person } = await this.#find(request);
    const envelope = systemEnvelope({ tenant, actor: person, kind: 'USER', at: request.edge.receivedAt });
    const outcome = await this.commands.execute(new AcknowledgeAlarm(envelope, alarmGuid, null, 'LINK'));
    // Answered by another or called off meanwhile: the answer says so.
    if (!isExecuted(outcome) && outcome.refused !== 'AlarmStateConflict') throw new Refused(outcome);
    return this.#shown(await this.#find(request));
  }

  /** The alarm of the request's link. Throws LinkNotFound, whatever the cause, and 429 for an address with many. */
  async #find(request: EdgeRequest): Promise<Linked> {
    const link = this.links.read(request.headers['link-token']);
    const person = link && (await this.queries.execute(new FindMember(link.tenant, link.userGuid)));
    const seen = link && person ? await this.alarms.seen(link.tenant, link.alarmGuid, person) : null;
    if (!link || !person || !seen || 'refused' in seen || hasEnded(seen, link.round, request.edge.receivedAt)) {
      await this.throttle.count('mailsAndTokensAnHour', request.ip);
      throwRefusal('LinkNotFound');
    }
    return { ...seen, tenant: link.tenant, alarmGuid: link.alarmGuid, person };
  }

  async #shown(linked: Linked): Promise<LinkedAlarm> {
    const { tenant, person, alarm, incident, incidentEvents } = linked;
    const organization = await this.organizations.of(tenant);
    if (!organization) throwRefusal('LinkNotFound');
    const { worksite, emergencyPhone, emergencyNumber } = placeOfAlarm(linked, organization);
    const holder = alarm.heldBy?.userGuid ?? alarm.calledOff?.byGuid;
    const people = holder === undefined ? null : await this.queries.execute(new NameMembers(tenant, [holder]));
    return {
      state: alarm.state,
      isYours: alarm.state === 'ACKNOWLEDGED' && alarm.heldBy?.userGuid === person.userGuid,
      isDrill: alarm.isDrill,
      number: incidentEvents[0]?.number ?? null,
      formName: incident && !incident.form.isSensitive ? incident.form.name : null,
      worksiteName: worksite?.name ?? null,
      emergencyPhone,
      emergencyNumber,
      answeredBy: people && holder !== undefined ? people.person(holder) : null,
    };
  }
}

const hasEnded = ({ alarm }: SeenAlarm, round: number, now: Date): boolean =>
  alarm.round !== round || now.getTime() > Date.parse(alarm.roundAt) + LINK_MS;
