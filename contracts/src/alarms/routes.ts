import { json, much, none, nothing, open, orgGuid, shared } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { guid } from '../kernel/values/ids.ts';
import {
  alarmCommandAnswer,
  alarmDetail,
  alarmList,
  alarmSettings,
  drillStarted,
  linkedAlarm,
  raiseAlarmAnswer,
} from './answers.ts';
import {
  alarmListQuery,
  callOffAlarmRequest,
  raiseAlarmRequest,
  setAlarmSettingsRequest,
  startDrillRequest,
} from './requests.ts';

const events = { allOf: ['events'] } as const;
const alarmPath = orgGuid.extend({ alarmGuid: guid });
const alarms = '/orgs/{orgGuid}/alarms';
const ofMembers = { ...shared, modules: events, params: orgGuid } as const;
/** An alarm that one does not see, of another organization, or none at all: one and the same answer. */
const hidden = ['RecordNotFound'] as const;

const verb = <const Id extends string>(name: string, operationId: Id, summary: string) =>
  ({
    method: 'POST',
    path: `${alarms}/{alarmGuid}/${name}`,
    operationId,
    wall: 'REPORTING',
    summary,
    ...ofMembers,
    refusals: [...hidden, 'Forbidden', 'AlarmStateConflict'],
    params: alarmPath,
    status: 200,
    answer: alarmCommandAnswer,
  }) as const;

/** Alarms: what raises them, who is alerted, and who answers. */
export const alarmRoutes = [
  {
    method: 'GET',
    path: '/orgs/{orgGuid}/alarm-settings',
    operationId: 'getAlarmSettings',
    summary: 'What raises an alarm, and who is alerted when',
    ...ofMembers,
    readModels: ['alarm-settings', 'form-list', 'organization-settings'],
    ...nothing,
    status: 200,
    answer: alarmSettings,
  },
  {
    method: 'PUT',
    path: '/orgs/{orgGuid}/alarm-settings',
    operationId: 'setAlarmSettings',
    wall: 'PROTECTING',
    summary: 'Set what raises an alarm, and who is alerted when',
    modules: events,
    flags: none,
    fieldClasses: {},
    ...much,
    access: { anyOf: ['UPDATE_ORGANIZATION'] },
    readModels: ['alarm-settings', 'form-list', 'organization-settings'],
    refusals: [],
    params: orgGuid,
    ...json(setAlarmSettingsRequest),
    status: 200,
    answer: alarmSettings,
  },
  {
    method: 'GET',
    path: alarms,
    operationId: 'listAlarms',
    summary: 'Alarms of events that one sees and was alerted about; for admins all',
    ...ofMembers,
    readModels: ['alarm-list', 'incident-list', 'member-list', 'organization-settings'],
    query: alarmListQuery,
    ...nothing,
    status: 200,
    answer: alarmList,
  },
  {
    method: 'POST',
    path: alarms,
    operationId: 'raiseAlarm',
    wall: 'REPORTING',
    summary: 'Alert someone about an event',
    ...ofMembers,
    readModels: [],
    refusals: ['EventNotFound', 'Forbidden'],
    ...json(raiseAlarmRequest),
    status: 201,
    answer: raiseAlarmAnswer,
  },
  {
    method: 'GET',
    path: `${alarms}/{alarmGuid}`,
    operationId: 'getAlarm',
    summary: 'An alarm with who was alerted when, and what became of it',
    logsAccess: 'WHERE_NEEDED',
    ...ofMembers,
    readModels: ['alarm-settings', 'call-list', 'member-list', 'organization-settings'],
    refusals: hidden,
    params: alarmPath,
    ...nothing,
    status: 200,
    answer: alarmDetail,
  },
  {
    ...verb('acknowledge', 'acknowledgeAlarm', 'Say that one is on it'),
    readModels: [],
    ...nothing,
  },
  {
    ...verb('take-over', 'takeOverAlarm', 'Take an alarm from the person who has it'),
    readModels: [],
    ...nothing,
  },
  {
    ...verb('call-off', 'callOffAlarm', 'End an alarm, with a reason'),
    readModels: [],
    ...json(callOffAlarmRequest),
  },
  {
    method: 'POST',
    path: '/orgs/{orgGuid}/alarm-drills',
    operationId: 'startAlarmDrill',
    wall: 'PROTECTING',
    summary: 'Start a drill',
    modules: events,
    flags: none,
    fieldClasses: {},
    ...much,
    access: { anyOf: ['UPDATE_ORGANIZATION'] },
    readModels: [],
    refusals: ['WorksiteNotFound', 'LimitReached'],
    params: orgGuid,
    ...json(startDrillRequest),
    status: 201,
    answer: drillStarted,
  },
  {
    method: 'GET',
    path: '/alarm-answers',
    operationId: 'showLinkedAlarm',
    summary: 'The alarm of a mail’s link (header Link-Token), without a session',
    ...open,
    refusals: ['LinkNotFound'],
    ...nothing,
    status: 200,
    answer: linkedAlarm,
  },
  {
    method: 'POST',
    path: '/alarm-answers',
    operationId: 'answerLinkedAlarm',
    wall: 'REPORTING',
    summary: 'Say by a mail’s link (header Link-Token) that one is on it, without a session',
    ...open,
    refusals: ['LinkNotFound'],
    ...nothing,
    status: 200,
    answer: linkedAlarm,
  },
] as const satisfies readonly Route[];
