import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { isRefusal, refuse } from '../commands/decision.ts';
import type { DecidedStream, LoadedState } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import type { Executed, UseCase } from '../commands/execute.ts';
import { memberDecider } from '../members/member.ts';
import { reportingGroupDecider } from '../units/reporting-group.ts';
import { worksiteDecider } from '../units/worksite.ts';
import { callListDecider, type CallListOwner } from './call-list.ts';
import { setCallList } from './set-call-list.rule.ts';

/** A member or a unit, as far as it matters here. */
interface InState {
  readonly state: string;
}

/** The worksite or reporting group of a list, and how it is refused unless it is active. */
interface Unit {
  readonly loaded: DecidedStream<InState>;
  readonly notFound: ErrorClass;
}

/** Sets a call list to members of the organization; a unit must be active when it is set. */
function settingOf(
  tenant: string,
  owner: CallListOwner,
  members: readonly string[],
  unit: Unit | null,
): UseCase<readonly string[], readonly InState[]> {
  const people = members.map((member) => memberDecider.of(tenant, member));
  return {
    own: callListDecider.of(tenant, owner),
    others: [...people, ...(unit ? [unit.loaded] : [])] as readonly DecidedStream<InState>[],
    decide: ({ stream, state }, ...others: readonly LoadedState<InState>[]) => {
      if (unit && others.at(-1)!.state.state !== 'ACTIVE') return refuse(unit.notFound);
      const current = new Set(members.filter((_, index) => others[index]!.state.state === 'MEMBER'));
      const decision = setCallList({ owner, members, current }, state);
      if (isRefusal(decision)) return decision;
      return {
        records: decision.map((event) => ({ stream, event })),
        ...(unit && { readDependencies: [unit.loaded.stream] }),
      };
    },
  };
}

const answerOf = ({ revision }: Executed, owner: CallListOwner, members: readonly string[]) => ({
  ...owner,
  members: [...members],
  revision,
});

const ofOrganization: CallListOwner = { target: 'ORGANIZATION', targetGuid: null };
const ofWorksite = (targetGuid: string): CallListOwner => ({ target: 'WORKSITE', targetGuid });
const ofReportingGroup = (targetGuid: string): CallListOwner => ({ target: 'REPORTING_GROUP', targetGuid });

export const SetCallListOfOrganization = defineCommand({
  name: 'SetCallListOfOrganization',
  useCase: ({ tenant }, members: readonly string[]) => settingOf(tenant, ofOrganization, members, null),
  route: {
    operationId: 'setCallListOfOrganization',
    args: (_, __, { members }) => [members],
    answer: (done, [members]) => answerOf(done, ofOrganization, members),
  },
});

export const SetCallListOfWorksite = defineCommand({
  name: 'SetCallListOfWorksite',
  useCase: ({ tenant }, worksiteGuid: string, members: readonly string[]) =>
    settingOf(tenant, ofWorksite(worksiteGuid), members, {
      loaded: worksiteDecider.of(worksiteGuid) as DecidedStream<InState>,
      notFound: 'WorksiteNotFound',
    }),
  route: {
    operationId: 'setCallListOfWorksite',
    args: (_, { guid }, { members }) => [guid, members],
    answer: (done, [guid, members]) => answerOf(done, ofWorksite(guid), members),
  },
});

export const SetCallListOfReportingGroup = defineCommand({
  name: 'SetCallListOfReportingGroup',
  useCase: ({ tenant }, groupGuid: string, members: readonly string[]) =>
    settingOf(tenant, ofReportingGroup(groupGuid), members, {
      loaded: reportingGroupDecider.of(groupGuid) as DecidedStream<InState>,
      notFound: 'ReportingGroupNotFound',
    }),
  route: {
    operationId: 'setCallListOfReportingGroup',
    args: (_, { guid }, { members }) => [guid, members],
    answer: (done, [guid, members]) => answerOf(done, ofReportingGroup(guid), members),
  },
});
