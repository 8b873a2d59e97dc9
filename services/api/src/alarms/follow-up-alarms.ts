import type { CarryOutFollowUp } from '../commands/follow-up.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { JudgeAlarm } from './judge-alarm.ts';
import { StepAlarm } from './step-alarm.ts';

/** Process manager step: raises an alarm if an event of an incident meets a rule. */
export const raiseAlarmIfMet: CarryOutFollowUp<'RAISE_ALARM'> = async (
  { id, ids: { organization: tenant, incident, revision } },
  { commands },
) => [
  await commands.execute(
    new JudgeAlarm(systemEnvelope({ tenant, name: `follow-up ${id}` }), incident, Number(revision)),
  ),
];

/** Process manager step: takes the step of an alarm that is due. */
export const takeDueStep: CarryOutFollowUp<'STEP_ALARM'> = async (
  { id, ids: { organization: tenant, alarm, round } },
  { commands, now = () => new Date() },
) => [
  await commands.execute(
    new StepAlarm(systemEnvelope({ tenant, name: `follow-up ${id}`, at: now() }), alarm, Number(round)),
  ),
];
