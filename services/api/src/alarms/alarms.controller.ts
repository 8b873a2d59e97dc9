import { Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { ListAlarms } from '@plimsoll/projections/alarms/alarm-list/query';
import { FindAlarmSettings } from '@plimsoll/projections/alarms/alarm-settings/query';
import { ListForms } from '@plimsoll/projections/forms/form-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { NameMembers } from '@plimsoll/projections/tasks/task-list/query';
import { AccessLog, type Reader } from '../audit/access-log.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { OrganizationForms } from '../forms/organization-forms.ts';
import { Refused, throwRefusal } from '../http/problems/problem-of.ts';
import {
  Body,
  CurrentReader,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  Query,
  ReceivedAt,
  SendOutcome,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, routeOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { isOthersSensitive } from '../incidents/may-see.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { alarmSettingsDecider } from './alarm.ts';
import { AlarmLog } from './alarm-log.ts';
import { alarmSettingsView, type CopiedForm } from './alarm-settings-view.ts';
import { alarmView } from './alarm-view.ts';
import { alarmViewer } from './people-to-alert.ts';
import { SentAlarmMails } from './sent-alarm-mails.ts';
import { SetAlarmSettings } from './set-alarm-settings.ts';
import { drillStartedBy, StartDrill } from './start-drill.ts';

/** Alarms, and what raises them. */
@Controller()
export class AlarmsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly alarms: AlarmLog,
    private readonly accesses: AccessLog,
    private readonly forms: OrganizationForms,
    private readonly organizations: OrganizationsCache,
    private readonly progress: ReadYourWrites,
    private readonly viewers: Viewers,
    private readonly mails: SentAlarmMails,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @RouteOf('getAlarmSettings')
  async settings(@CurrentTenant() tenant: string): Promise<AnswerOf<'getAlarmSettings'>> {
    const [{ settings, revision }, offered, own] = await Promise.all([
      this.queries.execute(new FindAlarmSettings(tenant)),
      this.forms.offered(tenant),
      this.queries.execute(new ListForms(tenant)),
    ]);
    const guids = [...new Set(settings.ownRules.map(({ formGuid }) => formGuid))];
    const named = await Promise.all(guids.map((formGuid) => this.forms.find(tenant, formGuid)));
    const origins = new Map(own.map(({ formGuid, copyOf }) => [formGuid, copyOf]));
    const copies = await Promise.all(
      offered.map(async (form): Promise<CopiedForm | null> => {
        const original = await this.forms.find(tenant, originOf(form.formGuid, origins));
        return original?.isBuiltIn && !form.isBuiltIn ? { form, original } : null;
      }),
    );
    return alarmSettingsView({
      settings,
      revision,
      offered,
      named: new Map(named.flatMap((form) => (form ? [[form.formGuid, form]] : []))),
      copies: copies.filter((copy) => copy !== null),
    });
  }

  @RouteOf('setAlarmSettings')
  async setSettings(
    @Body() body: BodyOf<'setAlarmSettings'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'setAlarmSettings'>> {
    const { tenant } = envelope;
    const { position } = accept(await this.commands.execute(new SetAlarmSettings(envelope, body)));
    await this.progress.waitFor(tenant, position, routeOf('setAlarmSettings').readModels);
    return this.settings(tenant);
  }

  @RouteOf('listAlarms')
  list(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Query() search: QueryOf<'listAlarms'>,
  ): Promise<AnswerOf<'listAlarms'>> {
    return this.queries.execute(new ListAlarms(tenant, viewer, search));
  }

  @RouteOf('getAlarm')
  async detail(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
    @Params() { alarmGuid }: ParamsOf<'getAlarm'>,
    @CurrentReader() reader: Reader,
  ): Promise<AnswerOf<'getAlarm'>> {
    const seen = await this.alarms.seen(tenant, alarmGuid, viewer);
    if ('refused' in seen) throw new Refused(seen);
    const { alarm, incident } = seen;
    await this.accesses.writeView(
      reader,
      { kind: 'alarm', guid: alarmGuid },
      { isOthersSensitive: incident !== null && isOthersSensitive(incident, viewer) },
    );
    const [organization, { state: settings }, mailOf, people] = await Promise.all([
      this.organizations.of(tenant),
      alarmSettingsDecider.of(tenant).load(this.store, tenant),
      this.mails.of(tenant, alarmGuid, now),
      this.queries.execute(
        new NameMembers(
          tenant,
          [...alarm.toldGuids, alarm.heldBy?.userGuid, alarm.calledOff?.byGuid].filter((guid) => guid !== undefined),
        ),
      ),
    ]);
    if (!organization) throwRefusal('OrganizationNotFound');
    return alarmView({
      alarmGuid,
      seen,
      viewer: alarmViewer(viewer, alarm, seen.people, incident),
      settings,
      organization,
      people,
      mailOf,
      now,
    });
  }

  @RouteOf('startAlarmDrill')
  async startDrill(
    @Body() { worksiteGuid }: BodyOf<'startAlarmDrill'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'startAlarmDrill'>> {
    const day = await this.viewers.dayAt(envelope.tenant, envelope.receivedAt);
    accept(await this.commands.execute(new StartDrill(envelope, worksiteGuid ?? null, day)));
    return { alarmGuid: (await drillStartedBy(this.store, envelope, day))! };
  }
}

/** The form that a copy, or a copy of a copy, began as. */
function originOf(formGuid: string, origins: ReadonlyMap<string, string | null>): string {
  const seen = new Set<string>();
  let guid = formGuid;
  for (let origin = origins.get(guid); origin && !seen.has(origin); origin = origins.get(guid)) {
    seen.add(guid);
    guid = origin;
  }
  return guid;
}
