import { isRisk } from '../forms/answer-kind.ts';
import type { AnswerValue } from '../forms/answer-value.ts';
import { alarmQuestions } from '../forms/built-in-forms.ts';
import type { IncidentFacts } from '../incidents/events.ts';
import { riskScore } from '../incidents/vocabulary.ts';
import { addDays, localDateTime } from '../kernel/values/calendar.ts';

/** ALARM must be answered by a person, and goes on to others until then; a NOTICE is sent once. */
export const alarmLevels = ['ALARM', 'NOTICE'] as const;
export type AlarmLevel = (typeof alarmLevels)[number];

/** Who is alerted at once: the first person of the order, or everyone in it. */
export const alertedAtOnce = ['FIRST', 'EVERYONE'] as const;
export type AlertedAtOnce = (typeof alertedAtOnce)[number];

/** What of an event may meet a rule. */
export interface AlarmFacts {
  readonly injuredPersons: readonly Pick<
    IncidentFacts['injuredPersons'][number],
    'classification' | 'nature' | 'event'
  >[];
  readonly components: readonly {
    readonly answers: readonly { readonly questionGuid: string; readonly value: AnswerValue }[];
  }[];
  /** Someone was called for in the report, or by hand. */
  readonly isCalled: boolean;
  /** Of the review; null before it. */
  readonly severity: number | null;
  readonly likelihood: number | null;
}

/** Answers by the guid of their question. */
type Answers = ReadonlyMap<string, AnswerValue>;

interface ShippedRule {
  readonly name: string;
  readonly level: AlarmLevel;
  readonly atOnce: AlertedAtOnce;
  /** Questions that it depends on; a quick report asks them too. */
  readonly questions: readonly string[];
  readonly isMet: (facts: AlarmFacts, answers: Answers) => boolean;
}

/** The lowest score of an extreme risk. */
const EXTREME_SCORE = 20;

const someoneHurt = ({ injuredPersons }: AlarmFacts, is: (person: AlarmFacts['injuredPersons'][number]) => boolean) =>
  injuredPersons.some(is);
const codeBegins = (code: string | null, ...beginnings: readonly string[]): boolean =>
  code !== null && beginnings.some((beginning) => code.startsWith(beginning));
const includes = (value: AnswerValue | undefined, ...wanted: readonly string[]): boolean =>
  Array.isArray(value) && value.some((each) => wanted.includes(each));

const question = alarmQuestions;

/**
 * The rules that every organization begins with, in the order of their rank (`spec: 11-first-hour`, A4). Codes are those
 * of OIICS 2. An unanswered question meets none of them, with one exception: a fire that nobody said was made safe.
 */
export const alarmRules = {
  DEATH: {
    name: 'Someone died',
    level: 'ALARM',
    atOnce: 'EVERYONE',
    questions: [],
    isMet: (facts) => someoneHurt(facts, ({ classification }) => classification === 'FATALITY'),
  },
  LOST_PART: {
    name: 'A part of the body or an eye was lost',
    level: 'ALARM',
    atOnce: 'EVERYONE',
    questions: [question.partLost],
    isMet: (facts, answers) =>
      answers.get(question.partLost) === true || someoneHurt(facts, ({ nature }) => codeBegins(nature, '131')),
  },
  UNCONSCIOUS: {
    name: 'Someone lost consciousness',
    level: 'ALARM',
    atOnce: 'FIRST',
    questions: [question.lostConsciousness],
    isMet: (_, answers) => answers.get(question.lostConsciousness) === true,
  },
  HOSPITAL: {
    name: 'Someone was admitted to hospital',
    level: 'ALARM',
    atOnce: 'FIRST',
    questions: [question.admittedToHospital],
    isMet: (_, answers) => answers.get(question.admittedToHospital) === true,
  },
  FIRE: {
    name: 'Fire or explosion',
    level: 'ALARM',
    atOnce: 'FIRST',
    questions: [question.kindOfHazard, question.hazardMadeSafe],
    isMet: (facts, answers) =>
      (answers.get(question.kindOfHazard) === 'FIRE_OR_EXPLOSION' && answers.get(question.hazardMadeSafe) !== true) ||
      someoneHurt(facts, ({ event }) => codeBegins(event, '30', '31', '32')),
  },
  CALLED: {
    name: 'Someone is needed now',
    level: 'ALARM',
    atOnce: 'FIRST',
    questions: [],
    isMet: ({ isCalled }) => isCalled,
  },
  COULD_HAVE_KILLED: {
    name: 'It could have killed',
    level: 'NOTICE',
    atOnce: 'FIRST',
    questions: [question.worstThatCouldHappen],
    isMet: (_, answers) => answers.get(question.worstThatCouldHappen) === 'FATALITY',
  },
  EXTREME: {
    name: 'Extreme risk',
    level: 'NOTICE',
    atOnce: 'FIRST',
    questions: [],
    isMet: ({ severity, likelihood }, answers) =>
      (riskScore(severity, likelihood) ?? 0) >= EXTREME_SCORE ||
      [...answers.values()].some((value) => isRisk(value) && value.severity * value.likelihood >= EXTREME_SCORE),
  },
  RELEASE: {
    name: 'Release not stopped, or into water',
    level: 'NOTICE',
    atOnce: 'FIRST',
    questions: [question.releasedInto, question.releaseStopped],
    isMet: (_, answers) =>
      answers.get(question.releaseStopped) === false || includes(answers.get(question.releasedInto), 'WATER', 'DRAIN'),
  },
  ROLLOVER: {
    name: 'Rollover',
    level: 'NOTICE',
    atOnce: 'FIRST',
    questions: [question.kindOfVehicleIncident],
    isMet: (_, answers) => answers.get(question.kindOfVehicleIncident) === 'ROLLOVER',
  },
  LOST_TIME: {
    name: 'Lost time',
    level: 'NOTICE',
    atOnce: 'FIRST',
    questions: [],
    isMet: (facts) => someoneHurt(facts, ({ classification }) => classification === 'LOST_TIME'),
  },
} as const satisfies Readonly<Record<string, ShippedRule>>;
export type AlarmCode = keyof typeof alarmRules;
/** The codes of the rules in the order of their rank. */
export const alarmCodes = Object.keys(alarmRules) as [AlarmCode, ...AlarmCode[]];

/** The shipped rules that an event meets, in the order of their rank, whether or not they are switched on. */
export function shippedRulesMet(facts: AlarmFacts): AlarmCode[] {
  const answers: Answers = new Map(
    facts.components.flatMap((component) =>
      component.answers.map(({ questionGuid, value }) => [questionGuid, value] as const),
    ),
  );
  return alarmCodes.filter((code) => (alarmRules[code] as ShippedRule).isMet(facts, answers));
}

/** How long after an event its facts may raise an alarm. */
const MAX_AGE_DAYS = 30;

/** Whether a fact that arrived then may raise an alarm: the event was at most 30 days before, by its own zone. */
export const isRecentEnough = (
  { occurrenceDate, timeZone }: Pick<IncidentFacts, 'occurrenceDate' | 'timeZone'>,
  arrivedAt: Date,
): boolean => occurrenceDate >= addDays(localDateTime(arrivedAt, timeZone).date, -MAX_AGE_DAYS);
