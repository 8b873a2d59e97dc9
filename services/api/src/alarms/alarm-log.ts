import { Inject, Injectable } from '@nestjs/common';
import type { AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import type { AlertedPeople } from '@plimsoll/contracts/alarms/who-is-alerted';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Refusal } from '../commands/decision.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import type { LiveIncident } from '../incidents/incident.ts';
import { maySee } from '../incidents/may-see.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { alarmDecider } from './alarm.ts';
import { PeopleToAlert } from './people-to-alert.ts';
import type { AlarmSubject } from './raise-alarm.rule.ts';

/** What an alarm is about, as it is now. */
export interface AlarmContext {
  /** Null for a drill. */
  readonly incident: LiveIncident | null;
  readonly incidentEvents: readonly RecordedEvent[];
  readonly people: AlertedPeople;
  readonly subject: AlarmSubject;
}

/** An alarm that a person sees, with its events. */
export interface SeenAlarm extends AlarmContext {
  readonly alarm: AlarmProgress;
  readonly events: readonly RecordedEvent[];
}

/** Loads alarms with the incidents that they are about. */
@Injectable()
export class AlarmLog {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly incidents: IncidentLog,
    private readonly peopleToAlert: PeopleToAlert,
  ) {}

  /** The alarm if the viewer sees its event or, of a drill, was alerted; else RecordNotFound, whatever the cause. */
  async seen(tenant: string, alarmGuid: string, viewer: Viewer): Promise<SeenAlarm | Refusal> {
    const found = await this.find(tenant, alarmGuid);
    if (!found) return refuse('RecordNotFound');
    const { alarm, incident } = found;
    const isSeen = alarm.isDrill
      ? viewer.isAdmin || alarm.toldGuids.includes(viewer.userGuid)
      : incident !== null && maySee(incident, viewer) === null;
    return isSeen ? found : refuse('RecordNotFound');
  }

  /** The alarm; null if nobody raised it, or its event is deleted: then it rests. */
  async find(tenant: string, alarmGuid: string): Promise<SeenAlarm | null> {
    const { events } = await this.store.load(tenant, alarmDecider.of(alarmGuid).stream);
    const alarm = alarmDecider.fold(events);
    if (!alarm) return null;
    if (alarm.eventId === null) {
      const people = await this.peopleToAlert.of(tenant, { worksiteGuid: alarm.worksiteGuid });
      return { alarm, events, incident: null, incidentEvents: [], people, subject: subjectOfDrill(alarm) };
    }
    const context = await this.contextOf(tenant, alarm.eventId);
    return context && { alarm, events, ...context };
  }

  /** What an alarm about this event is about; null for an event that is deleted, or none. */
  async contextOf(tenant: string, eventId: string): Promise<AlarmContext | null> {
    const { latest: incident, events: incidentEvents } = await this.incidents.loadWithEvents(tenant, eventId);
    if (incident.state === 'UNREPORTED' || incident.state === 'DELETED') return null;
    return {
      incident,
      incidentEvents,
      people: await this.peopleToAlert.of(tenant, incident),
      subject: {
        eventId,
        isDrill: false,
        isSensitive: incident.form.isSensitive,
        worksiteGuid: incident.facts.worksiteGuid,
        reportingGroupGuid: incident.facts.reportingGroupGuid,
      },
    };
  }
}

/** What a drill is about, in each of its events. */
export const subjectOfDrill = ({ worksiteGuid }: { readonly worksiteGuid: string | null }): AlarmSubject => ({
  eventId: null,
  isDrill: true,
  isSensitive: false,
  worksiteGuid,
  reportingGroupGuid: null,
});
