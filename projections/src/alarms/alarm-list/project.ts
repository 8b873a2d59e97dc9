import { alarmAfter, type AlarmProgress, type AlarmState, type AlarmStep } from '@plimsoll/contracts/alarms/progress';
import type { AlarmLevel } from '@plimsoll/contracts/alarms/rules';
import type { NamedRule } from '@plimsoll/contracts/alarms/settings';
import { stepTaken } from '../../incidents/incident-progress.ts';
import { each, foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel, type Recorded } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const alarmTable = table('alarm', {
  key: ['alarm_guid'],
  columns: {
    alarm_guid: 'uuid',
    event_id: 'uuid?',
    is_drill: 'boolean',
    is_sensitive: 'boolean',
    worksite_guid: 'uuid?',
    reporting_group_guid: 'uuid?',
    level: of<AlarmLevel>('text'),
    rules: of<readonly NamedRule[]>('jsonb'),
    state: of<AlarmState>('text'),
    round: 'integer',
    step: 'integer',
    raised_at: 'timestamptz',
    round_at: 'timestamptz',
    next_step_at: 'timestamptz?',
    steps: of<readonly AlarmStep[]>('jsonb'),
    told_guids: 'uuid[]',
    held_by: of<AlarmProgress['heldBy']>('jsonb?'),
    called_off: of<AlarmProgress['calledOff']>('jsonb?'),
    revision: 'integer',
  },
  comments: {
    event_id: 'null for a drill',
    told_guids: 'everyone who was alerted in any round',
    held_by: 'who has it, since when, and how they answered',
  },
  indexes: {
    newest: '(tenant, raised_at desc, alarm_guid)',
    event: '(tenant, event_id) where event_id is not null',
    open: "(tenant, raised_at desc) where state = 'OPEN'",
  },
});
export type AlarmRow = RowOf<typeof alarmTable>;

export const alarmDueTable = table('alarm_due', {
  comment: 'When the next step of an open alarm is due.',
  key: ['alarm_guid'],
  columns: {
    alarm_guid: 'uuid',
    event_id: 'uuid?',
    round: 'integer',
    step: 'integer',
    next_step_at: 'timestamptz?',
  },
  comments: { next_step_at: 'null while none is due: it was answered, or is a notice' },
  indexes: { due: '(next_step_at) where next_step_at is not null' },
  // The clock reads only what is due of every tenant.
  policies: { clock_reads: 'for select to plimsoll_projector using (true)' },
});

interface OpenAlarm {
  readonly alarmGuid: string;
  alarm: AlarmProgress;
}

const laterEvents = ['AlarmEscalated', 'AlarmAcknowledged', 'AlarmCalledOff'] as const;

const alarmFold = foldStream<AlarmRow, OpenAlarm>(alarmTable, {
  of: 'alarm',
  begin: {},
  beginOrEvolve: {
    AlarmRaised: (open, event) => ({
      alarmGuid: event.stream.guid,
      alarm: alarmAfter(open?.alarm ?? null, event, stepTaken(event)),
    }),
  },
  evolve: each(laterEvents, (open: OpenAlarm, event: Recorded<(typeof laterEvents)[number]>) => {
    open.alarm = alarmAfter(open.alarm, event, stepTaken(event));
  }),
  read: (row) => ({ alarmGuid: row.alarm_guid, alarm: alarmOf(row) }),
  write: ({ alarmGuid, alarm }) => ({
    alarm_guid: alarmGuid,
    event_id: alarm.eventId,
    is_drill: alarm.isDrill,
    is_sensitive: alarm.isSensitive,
    worksite_guid: alarm.worksiteGuid,
    reporting_group_guid: alarm.reportingGroupGuid,
    level: alarm.level,
    rules: alarm.rules,
    state: alarm.state,
    round: alarm.round,
    step: alarm.step,
    raised_at: alarm.raisedAt,
    round_at: alarm.roundAt,
    next_step_at: alarm.nextStepAt,
    steps: alarm.steps,
    told_guids: alarm.toldGuids,
    held_by: alarm.heldBy,
    called_off: alarm.calledOff,
    revision: alarm.revision,
  }),
  changed: (_, alarm, rows) =>
    rows.put(alarmDueTable, {
      alarm_guid: alarm.alarm_guid,
      event_id: alarm.event_id,
      round: alarm.round,
      step: alarm.step,
      next_step_at: alarm.state === 'OPEN' ? alarm.next_step_at : null,
    }),
});

/** The alarm of a row. */
export const alarmOf = (row: AlarmRow): AlarmProgress => ({
  eventId: row.event_id,
  isDrill: row.is_drill,
  isSensitive: row.is_sensitive,
  worksiteGuid: row.worksite_guid,
  reportingGroupGuid: row.reporting_group_guid,
  level: row.level,
  rules: row.rules,
  state: row.state,
  round: row.round,
  step: row.step,
  raisedAt: row.raised_at,
  roundAt: row.round_at,
  nextStepAt: row.next_step_at,
  steps: row.steps,
  toldGuids: row.told_guids,
  heldBy: row.held_by,
  calledOff: row.called_off,
  revision: row.revision,
});

/** Alarms with what became of them. Whether one is of a deleted event, and who sees it, is for queries. */
export const alarmList = defineReadModel({
  name: 'alarm-list',
  version: 1,
  tables: [alarmTable, alarmDueTable],
  folds: [alarmFold],
});
