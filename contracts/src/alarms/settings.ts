import { z } from 'zod';
import type { AnswerValue } from '../forms/answer-value.ts';
import { plain } from '../kernel/domain-event.ts';
import { safeText } from '../kernel/values/text.ts';
import { meetsOwnRule, ownRule, type OwnRule } from './own-rules.ts';
import {
  alarmCodes,
  alarmLevels,
  alarmRules,
  alertedAtOnce,
  shippedRulesMet,
  type AlarmCode,
  type AlarmFacts,
  type AlarmLevel,
  type AlertedAtOnce,
} from './rules.ts';

export const MAX_FIRST_STEPS_LENGTH = 2_000;

/** What an organization may change of a shipped rule. */
export interface ShippedRuleSetting {
  readonly code: AlarmCode;
  readonly isEnabled: boolean;
  readonly level: AlarmLevel;
  readonly atOnce: AlertedAtOnce;
}

/** Who is alerted by which rule, and how soon it goes on to others. */
export interface AlarmSettings {
  /** In the order of their rank. */
  readonly rules: readonly ShippedRuleSetting[];
  /** By name. */
  readonly ownRules: readonly OwnRule[];
  readonly nextAfterMinutes: number;
  readonly everyoneAfterMinutes: number;
  /** Null for those that are shipped. */
  readonly firstSteps: string | null;
}

/** What an organization has set, as its log keeps it: codes are open, so that a new rule changes no schema. */
export const storedAlarmSettings = z.strictObject({
  rules: z.array(
    z.strictObject({
      code: plain(safeText.max(60), 'the code of a rule'),
      isEnabled: z.boolean(),
      level: z.enum(alarmLevels),
      atOnce: z.enum(alertedAtOnce),
    }),
  ),
  ownRules: z.array(ownRule),
  nextAfterMinutes: z.int().positive(),
  everyoneAfterMinutes: z.int().positive(),
  firstSteps: plain(
    safeText.max(MAX_FIRST_STEPS_LENGTH),
    'what an organization tells its people to do first',
  ).nullable(),
});
export type StoredAlarmSettings = z.output<typeof storedAlarmSettings>;

/** The settings with which every organization begins. */
export const shippedAlarmSettings: AlarmSettings = {
  rules: alarmCodes.map((code) => {
    const { level, atOnce } = alarmRules[code];
    return { code, isEnabled: true, level, atOnce };
  }),
  ownRules: [],
  nextAfterMinutes: 15,
  everyoneAfterMinutes: 30,
  firstSteps: null,
};

/** What people do first, until an organization writes its own. */
export const shippedFirstSteps = [
  '1. Make sure that help is on its way.',
  '2. Keep others away from the danger.',
  '3. Give first aid and stay with anyone who is hurt.',
  '4. Leave the place as it is, unless someone must be helped or it must be made safe.',
  '5. Note who saw it and how to reach them.',
  '6. Tell those who must know: the family, by anyone who you have agreed on, and the authority.',
].join('\n');

const byName = (one: Pick<OwnRule, 'name' | 'ruleGuid'>, other: Pick<OwnRule, 'name' | 'ruleGuid'>): number =>
  one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }) || one.ruleGuid.localeCompare(other.ruleGuid);

/** The settings of an organization; null for one that has changed nothing. Rules that it does not name are as shipped. */
export function alarmSettingsOf(stored: StoredAlarmSettings | null): AlarmSettings {
  if (!stored) return shippedAlarmSettings;
  return {
    ...stored,
    rules: shippedAlarmSettings.rules.map((shipped) => {
      const set = stored.rules.find(({ code }) => code === shipped.code);
      return set ? { ...set, code: shipped.code } : shipped;
    }),
    ownRules: stored.ownRules.toSorted(byName),
  };
}

/** A rule as an alarm names it: a shipped one by its code, an own one by its guid. */
export const namedRule = z.strictObject({
  code: plain(safeText.max(60), 'the code of a rule').nullable(),
  ruleGuid: ownRule.shape.ruleGuid.nullable(),
  name: ownRule.shape.name,
  level: z.enum(alarmLevels),
});
export type NamedRule = z.output<typeof namedRule>;

/** A rule that an event meets. */
export interface MetRule extends NamedRule {
  readonly atOnce: AlertedAtOnce;
}

const metBy = (setting: ShippedRuleSetting): MetRule => ({
  code: setting.code,
  ruleGuid: null,
  name: alarmRules[setting.code].name,
  level: setting.level,
  atOnce: setting.atOnce,
});

/** The rules of an organization that an event meets, in the order of their rank: shipped ones, then own ones by name. */
export function rulesMet(
  facts: AlarmFacts,
  form: { readonly formGuid: string },
  { rules, ownRules }: Pick<AlarmSettings, 'rules' | 'ownRules'>,
): MetRule[] {
  const shipped = new Set(shippedRulesMet(facts));
  const answers = new Map<string, AnswerValue>(
    facts.components.flatMap((component) => component.answers.map(({ questionGuid, value }) => [questionGuid, value])),
  );
  return [
    ...rules.filter(({ code, isEnabled }) => isEnabled && shipped.has(code)).map(metBy),
    ...ownRules
      .filter(
        (rule) =>
          rule.isEnabled && rule.formGuid === form.formGuid && meetsOwnRule(rule, answers.get(rule.questionGuid)),
      )
      .map(({ ruleGuid, name, level, atOnce }) => ({ code: null, ruleGuid, name, level, atOnce })),
  ];
}

/** The rule of someone who is needed, as it applies when a person raises an alarm: it cannot be off then. */
export const calledRule = ({ rules }: Pick<AlarmSettings, 'rules'>): MetRule => ({
  ...metBy(rules.find(({ code }) => code === 'CALLED')!),
  level: 'ALARM',
});

const rankOf = ({ code }: Pick<NamedRule, 'code'>): number => {
  const place = alarmCodes.indexOf(code as AlarmCode);
  return place < 0 ? alarmCodes.length : place;
};

/** Whether one rule ranks above another. Own rules rank below shipped ones, by their names. */
export const ranksAbove = (one: NamedRule, other: NamedRule): boolean =>
  rankOf(one) - rankOf(other) < 0 ||
  (rankOf(one) === rankOf(other) && one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }) < 0);

export const isSameRule = (
  one: Pick<NamedRule, 'code' | 'ruleGuid'>,
  other: Pick<NamedRule, 'code' | 'ruleGuid'>,
): boolean => one.code === other.code && one.ruleGuid === other.ruleGuid;

/** ALARM if one of the rules is; a notice otherwise. */
export const levelOf = (rules: readonly Pick<NamedRule, 'level'>[]): AlarmLevel =>
  rules.some(({ level }) => level === 'ALARM') ? 'ALARM' : 'NOTICE';

/** Whether an alarm by these rules goes to everyone at once. */
export const goesToEveryone = (rules: readonly Pick<MetRule, 'level' | 'atOnce'>[]): boolean =>
  rules.some(({ level, atOnce }) => level === 'ALARM' && atOnce === 'EVERYONE');

/** Questions of a form that enabled rules depend on. */
export function questionsOfRules(
  { rules, ownRules }: Pick<AlarmSettings, 'rules' | 'ownRules'>,
  form: {
    readonly formGuid: string;
    readonly groups: readonly { readonly questions: readonly { questionGuid: string }[] }[];
  },
): string[] {
  const wanted = new Set<string>([
    ...rules.flatMap(({ code, isEnabled }) => (isEnabled ? alarmRules[code].questions : [])),
    ...ownRules.flatMap(({ isEnabled, formGuid, questionGuid }) =>
      isEnabled && formGuid === form.formGuid ? [questionGuid] : [],
    ),
  ]);
  return form.groups.flatMap(({ questions }) =>
    questions.flatMap(({ questionGuid }) => (wanted.has(questionGuid) ? [questionGuid] : [])),
  );
}
