import { Injectable } from '@nestjs/common';
import { whoIsAlerted, type AlertedEvent, type AlertedPeople } from '@plimsoll/contracts/alarms/who-is-alerted';
import type { AlarmViewer } from '@plimsoll/contracts/alarms/policy';
import type { AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import { mayRaiseAlarm } from '@plimsoll/contracts/incidents/policy';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { IncidentContexts } from '../incidents/incident-contexts.ts';
import type { LiveIncident } from '../incidents/incident.ts';
import { ReportRouting, type RoutingContext } from '../routing/report-routing.ts';

/** What a drill is about: a worksite, or the whole organization. */
export type DrillPlace = Pick<AlarmProgress, 'worksiteGuid'>;

const nobody: AlertedPeople = { FIRST: [], NEXT: [], EVERYONE: [], LISTS: [] };

/** Finds who is alerted about an incident or by a drill, by the call lists and members of now. */
@Injectable()
export class PeopleToAlert {
  constructor(
    private readonly routing: ReportRouting,
    private readonly contexts: IncidentContexts,
  ) {}

  /** @param again after a conflict: waits for the read models and bypasses caches */
  async of(tenant: string, about: LiveIncident | DrillPlace, again = false): Promise<AlertedPeople> {
    const context = await this.routing.forAlarms(tenant, again);
    if (!context) return nobody;
    return whoIsAlerted(
      'state' in about ? await this.#event(tenant, about, context) : drill(about, context),
      context.lists,
      context.reviewers,
    );
  }

  async #event(tenant: string, incident: LiveIncident, context: RoutingContext): Promise<AlertedEvent> {
    const { reporterGuid, enteredByGuid, facts, form } = incident;
    const ownGroupGuid = async () => (await this.contexts.member(tenant, reporterGuid))?.reportingGroupGuid ?? null;
    return {
      seeable: { ...incident, isSensitive: form.isSensitive },
      reviewerGuid: incident.reviewerGuid,
      involvedGuids: [
        reporterGuid,
        enteredByGuid,
        ...facts.injuredPersons.flatMap(({ userAccountGuid }) => userAccountGuid ?? []),
      ],
      worksiteGuid: context.hasWorksites ? facts.worksiteGuid : null,
      reportingGroupGuid: context.hasReportingGroups ? (facts.reportingGroupGuid ?? (await ownGroupGuid())) : null,
    };
  }
}

const drill = ({ worksiteGuid }: DrillPlace, { hasWorksites }: RoutingContext): AlertedEvent => ({
  seeable: null,
  reviewerGuid: null,
  involvedGuids: [],
  worksiteGuid: hasWorksites ? worksiteGuid : null,
  reportingGroupGuid: null,
});

/** A person as the policy of alarms sees them. */
export const alarmViewer = (
  viewer: Viewer,
  alarm: Pick<AlarmProgress, 'toldGuids'>,
  { EVERYONE }: AlertedPeople,
  incident: LiveIncident | null,
): AlarmViewer => ({
  userGuid: viewer.userGuid,
  isAlerted:
    alarm.toldGuids.includes(viewer.userGuid) ||
    (incident === null ? viewer.isAdmin : EVERYONE.includes(viewer.userGuid)),
  mayRaise: incident !== null && mayRaiseAlarm(incident, viewer),
});
