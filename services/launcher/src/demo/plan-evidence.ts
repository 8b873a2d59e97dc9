import { addDays, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { drawingOf } from '@plimsoll/contracts/forms/drawing';
import { motorVehicleForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { demoOrganization, demoPeople, demoWorksites } from './cast.ts';
import { demoGuid } from './demo-organization.ts';
import type { DemoStep, FormChange, PlannedPhoto, TaskChange, UnnamedStep } from './demo-step.ts';
import { firstVersion, hotWorkAnswers, CUSTOM_FORM, PHOTO_QUESTION, secondVersion, type HotWork } from './own-form.ts';
import { seededRandom } from './random.ts';
import { actionsAfter, hotWork, photographed } from './stories.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** First number of incidents reported with the custom form, above those of the main plan. */
const FIRST_CUSTOM_NUMBER = 1_000_000;
/** Low enough to be below the vehicle rate of any twelve months of the plan. */
const LOW_MVIF = 1.2;

/** The history of a corrective action, in days before the end of the plan. */
interface ActionHistory {
  readonly made: number;
  readonly due: number;
  readonly by: string;
  readonly responsible: string;
  readonly verifier: string;
  readonly priority: 'LOW' | 'MEDIUM' | 'HIGH';
  readonly completed?: number;
  readonly verified?: { readonly day: number; readonly by: string; readonly result: 'EFFECTIVE' | 'NOT_EFFECTIVE' };
  readonly cancelled?: number;
}

/** One for each status of an action, and for each way of being late. */
const histories: readonly ActionHistory[] = [
  { made: 4, due: -9, by: 'daniel', responsible: 'marta', verifier: 'daniel', priority: 'MEDIUM' },
  { made: 6, due: -2, by: 'mei', responsible: 'jack', verifier: 'mei', priority: 'HIGH' },
  { made: 20, due: 5, by: 'daniel', responsible: 'tyler', verifier: 'daniel', priority: 'HIGH' },
  { made: 18, due: 4, by: 'daniel', responsible: 'sam', verifier: 'priya', priority: 'MEDIUM', completed: 3 },
  { made: 60, due: 44, by: 'mei', responsible: 'luis', verifier: 'daniel', priority: 'LOW', completed: 40 },
  {
    made: 82,
    due: 66,
    by: 'daniel',
    responsible: 'amelie',
    verifier: 'daniel',
    priority: 'HIGH',
    completed: 68,
    verified: { day: 41, by: 'daniel', result: 'EFFECTIVE' },
  },
  {
    made: 74,
    due: 58,
    by: 'mei',
    responsible: 'luis',
    verifier: 'mei',
    priority: 'MEDIUM',
    completed: 55,
    verified: { day: 30, by: 'mei', result: 'EFFECTIVE' },
  },
  {
    made: 70,
    due: 52,
    by: 'daniel',
    responsible: 'noor',
    verifier: 'daniel',
    priority: 'MEDIUM',
    completed: 50,
    verified: { day: 12, by: 'daniel', result: 'NOT_EFFECTIVE' },
  },
  { made: 46, due: 25, by: 'mei', responsible: 'jack', verifier: 'priya', priority: 'LOW', cancelled: 31 },
];

/** Days before the end on which the custom form was used: its first version, then its second. */
const reportedDays = { first: [66, 58, 49, 41, 33, 27], second: [18, 13, 9, 5, 2] } as const;

/**
 * Adds to the demo a custom form in two versions with reports, photos, corrective actions in every status, and a limit
 * low enough for a rate to exceed it.
 * @param plan the main plan, by `planDemo`.
 */
export function planEvidence(now: Date, plan: readonly DemoStep[]): DemoStep[] {
  const steps = [
    ...formSteps(now),
    ...reportsByCustomForm(now),
    ...photosOf(plan),
    ...actionsOf(now, plan),
    ...lowerVehicleLimit(now, plan),
  ];
  return steps
    .filter(({ at }) => at.getTime() <= now.getTime())
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((step, index) => ({ ...step, name: `evidence ${index}` }));
}

/** A time during the working hours of a day before the end of the plan. */
const daysBefore = (now: Date, days: number, hours = 16): Date =>
  new Date(Math.floor((now.getTime() - days * DAY) / DAY) * DAY + hours * HOUR);
const localDay = (moment: Date): string => localDateTime(moment, demoOrganization.timeZone).date;

function formSteps(now: Date): UnnamedStep[] {
  const taken = (changes: readonly FormChange[], begun: Date) =>
    changes.map(
      (change, index): UnnamedStep => ({
        kind: 'form',
        formGuid: CUSTOM_FORM,
        change,
        by: 'priya',
        at: new Date(begun.getTime() + index * 7 * MINUTE),
      }),
    );
  return [...taken(firstVersion, daysBefore(now, 75)), ...taken(secondVersion, daysBefore(now, 21))];
}

function reportsByCustomForm(now: Date): UnnamedStep[] {
  const days = [...reportedDays.first, ...reportedDays.second];
  return days.flatMap((day, index) => {
    const { text, actions, reporter: key, kind, withoutPermit } = hotWork[index]!;
    const reporter = demoPeople.find((person) => person.key === key)!;
    const worksite = demoWorksites.find((place) => place.key === reporter.worksite)!;
    const occurred = daysBefore(now, day, 15);
    const at = new Date(occurred.getTime() + 25 * MINUTE);
    const isSecond = index >= reportedDays.first.length;
    const photos: PlannedPhoto[] =
      index % 2 === 0
        ? [
            {
              attachmentGuid: demoGuid('photo', `hot work ${index}`),
              picture: 'hot-work',
              name: 'Work place.jpg',
              questionGuid: PHOTO_QUESTION,
            },
          ]
        : [];
    const answers: HotWork = {
      kind,
      withoutPermit,
      photos: photos.map(({ attachmentGuid }) => attachmentGuid),
      watched: isSecond ? 60 + (index % 3) * 30 : null,
      signature: { name: reporter.name, drawing: signatureOf(reporter.name) },
      signerGuid: demoGuid('person', key),
    };
    const { date: occurrenceDate, time } = localDateTime(occurred, worksite.timeZone);
    const incident = FIRST_CUSTOM_NUMBER + index;
    const reviewer = key === 'tyler' || key === 'noor' ? 'daniel' : 'mei';
    const after = (minutes: number) => ({ incident, at: new Date(at.getTime() + minutes * MINUTE) });
    return [
      {
        ...after(0),
        kind: 'report',
        by: key,
        photos,
        report: {
          formGuid: CUSTOM_FORM,
          formVersion: isSecond ? 2 : 1,
          worksite: reporter.worksite,
          group: reporter.group,
          occurrenceDate,
          occurrenceTime: time.slice(0, 5),
          description: text,
          immediateActions: actions,
          components: hotWorkAnswers(answers),
        },
      },
      ...photos.map((photo): UnnamedStep => ({ ...after(2), kind: 'photo', by: key, photo })),
      ...(day > 2
        ? [
            {
              ...after(180),
              kind: 'follow-up',
              by: key,
              command: 'request-review',
              with: {},
              person: reviewer,
            } satisfies UnnamedStep,
          ]
        : []),
      ...(day > 5
        ? [
            {
              ...after(27 * 60),
              kind: 'follow-up',
              by: reviewer,
              command: 'review',
              with: reviewed(withoutPermit !== null),
            } satisfies UnnamedStep,
          ]
        : []),
    ];
  });
}

const reviewed = (lacked: boolean): Record<string, unknown> =>
  lacked
    ? { severity: 3, likelihood: 2, comment: 'Spoken about with the foreman: no permit, no flame.' }
    : { severity: 0, likelihood: 0, comment: null };

type Report = Extract<DemoStep, { kind: 'report' }>;

/** Reports that were not deleted, newest first. */
function reportsOf(plan: readonly DemoStep[]): Report[] {
  const deleted = new Set(
    plan.flatMap((step) => (step.kind === 'follow-up' && step.command === 'delete' ? [step.incident] : [])),
  );
  return plan.filter((step): step is Report => step.kind === 'report' && !deleted.has(step.incident)).reverse();
}

/** Photos by the reporter minutes after the report: of the two newest reports of each story. */
function photosOf(plan: readonly DemoStep[]): UnnamedStep[] {
  const reports = reportsOf(plan);
  return photographed.flatMap(({ begins, picture, name }) =>
    reports
      .filter(({ report }) => report.description.startsWith(begins))
      .slice(0, 2)
      .map(
        ({ incident, by, at }): UnnamedStep => ({
          kind: 'photo',
          incident,
          by,
          at: new Date(at.getTime() + 4 * MINUTE),
          photo: { attachmentGuid: demoGuid('photo', `${picture} ${incident}`), picture, name, questionGuid: null },
        }),
      ),
  );
}

/** Assigns each history to an action of a different, earlier incident. */
function actionsOf(now: Date, plan: readonly DemoStep[]): UnnamedStep[] {
  const free = new Set(
    reportsOf(plan).filter(
      ({ report: { formGuid } }) => formGuid === nearMissForm.formGuid || formGuid === motorVehicleForm.formGuid,
    ),
  );
  const used = new Set<string>();
  return histories.flatMap((history, index): UnnamedStep[] => {
    const made = daysBefore(now, history.made);
    const fitting = [...free].flatMap((report) => {
      const action = actionsAfter.find(({ begins }) => report.report.description.startsWith(begins));
      return action && report.at.getTime() < made.getTime() - HOUR ? [{ report, action }] : [];
    });
    // Prefer actions that no one has asked for yet.
    const found = fitting.find(({ action: { begins } }) => !used.has(begins)) ?? fitting[0];
    if (!found) return [];
    const {
      report,
      action: { begins, description, rootCause, controlType, done, doubt },
    } = found;
    free.delete(report);
    used.add(begins);
    const step = (day: number, by: string, change: TaskChange, hours = 17): UnnamedStep => ({
      kind: 'task',
      incident: report.incident,
      task: `action ${index}`,
      by,
      at: daysBefore(now, day, hours),
      change,
    });
    const day = (before: number) => localDay(daysBefore(now, before));
    return [
      step(
        history.made,
        history.by,
        {
          command: 'create',
          responsible: history.responsible,
          verifier: history.verifier,
          with: { description, rootCause, controlType, priority: history.priority, dueDate: day(history.due) },
        },
        16,
      ),
      ...(history.completed === undefined
        ? []
        : [step(history.completed, history.responsible, { command: 'complete', with: { comment: done } })]),
      ...(history.verified
        ? [
            step(history.verified.day, history.verified.by, {
              command: 'verify',
              with: {
                result: history.verified.result,
                comment: history.verified.result === 'EFFECTIVE' ? 'Looked at on site; it holds.' : doubt,
                ...(history.verified.result === 'NOT_EFFECTIVE' && { dueDate: addDays(localDay(now), 6) }),
              },
            }),
          ]
        : []),
      ...(history.cancelled === undefined
        ? []
        : [
            step(history.cancelled, history.by, {
              command: 'cancel',
              with: { reason: 'The place is given up at the end of the month; nobody works there until then.' },
            }),
          ]),
    ];
  });
}

/**
 * Lowers the limit for vehicles below the rate of the last twelve months, early enough to be in force in the last closed
 * month, by which it is judged.
 */
function lowerVehicleLimit(now: Date, plan: readonly DemoStep[]): UnnamedStep[] {
  const at = daysBefore(now, 95);
  const years = [...new Set([localDay(at).slice(0, 4), localDay(now).slice(0, 4)])].map(Number);
  const limitsOf = (year: number) =>
    plan.findLast(
      (step): step is Extract<DemoStep, { kind: 'load-lines' }> => step.kind === 'load-lines' && step.year === year,
    )?.limits;
  return [
    ...years.flatMap((year): UnnamedStep[] => {
      const limits = limitsOf(year);
      return limits
        ? [
            {
              kind: 'load-lines',
              by: 'priya',
              at: new Date(Math.max(at.getTime(), Date.parse(`${year}-01-06T15:31:00Z`))),
              year,
              limits: { ...limits, mvif: LOW_MVIF },
              reason: 'Agreed with the customers on the Alaska Highway: fewer vehicles damaged than the year before.',
            },
          ]
        : [];
    }),
    { kind: 'judge-load-lines', at: now },
  ];
}

/** Draws a signature as loops from left to right, tall at capitals. */
function signatureOf(name: string): string {
  const random = seededRandom([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  let x = 20;
  const strokes = name.split(' ').map((word) => {
    const places = [...word].flatMap((_, index) => {
      const height = index === 0 ? 60 : 12 + random() * 26;
      const width = 14 + random() * 12;
      const loop = [0, 1, 2, 3, 4, 5].map((turn) => ({
        x: x + (turn / 5) * width - Math.sin((turn / 5) * 2 * Math.PI) * width * 0.35,
        y: 80 - Math.sin((turn / 5) * Math.PI) * height,
      }));
      x += width;
      return loop;
    });
    x += 26;
    return places;
  });
  return drawingOf(strokes);
}
