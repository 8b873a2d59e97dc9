import type { Form, Question, QuestionType } from './form.ts';

const guidOf = (form: number, group: number, question: number) =>
  `01900000-f0${String(form).padStart(2, '0')}-7000-8000-${String(group).padStart(4, '0')}${String(question).padStart(8, '0')}`;

type Draft = Partial<Question> & { type: QuestionType; text: string };
type Group = { title: string; instructions?: string; questions: Draft[] };

const options = (...labels: string[]) =>
  labels.map((label) => ({ value: label.toUpperCase().replace(/\W+/g, '_'), label }));

function build(number: number, facts: Partial<Form> & { name: string; description: string }, groups: Group[]): Form {
  return {
    formGuid: guidOf(number, 0, 0),
    version: 1,
    state: 'PUBLISHED',
    isBuiltIn: true,
    isLeading: false,
    isSensitive: false,
    eventWorkflow: 'REVIEW_AND_APPROVAL',
    trifContributor: false,
    ltifContributor: false,
    mvifContributor: false,
    requiresInjuredPersons: false,
    asksPeopleHurt: true,
    asksOtherPeople: true,
    asksRating: true,
    ...facts,
    groups: groups.map((group, index) => ({
      groupGuid: guidOf(number, index + 1, 0),
      title: group.title,
      instructions: group.instructions ?? null,
      sortOrder: index,
      questions: group.questions.map((draft, order) => ({
        questionGuid: guidOf(number, index + 1, order + 1),
        groupGuid: guidOf(number, index + 1, 0),
        moreInfo: null,
        required: false,
        options: [],
        min: null,
        max: null,
        dateLimit: null,
        showIf: null,
        sortOrder: order,
        ...draft,
      })),
    })),
  };
}

export const injuryForm = build(
  1,
  {
    version: 2,
    name: 'Injury',
    description: 'Someone was hurt or fell ill because of work.',
    isSensitive: true,
    trifContributor: true,
    requiresInjuredPersons: true,
  },
  [
    {
      title: 'Care',
      questions: [
        { type: 'YES_NO', text: 'Was anyone admitted to hospital?', required: true },
        { type: 'YES_NO', text: 'Was any part of the body lost?', moreInfo: 'An amputation, or the loss of an eye.' },
        {
          type: 'CHOICE',
          text: 'Who gave first aid?',
          options: options('First aider', 'Co-worker', 'Ambulance', 'Clinic', 'Nobody'),
        },
        { type: 'YES_NO', text: 'Did anyone lose consciousness?' },
      ],
    },
    {
      title: 'Work at the time',
      questions: [
        { type: 'TEXT', text: 'What work was being done?' },
        { type: 'TEXT', text: 'Which equipment or substance was involved?' },
        {
          type: 'MULTI_CHOICE',
          text: 'What PPE was worn?',
          options: options('Hard hat', 'Gloves', 'Safety glasses', 'Safety boots', 'Hi-vis', 'Hearing protection'),
        },
      ],
    },
  ],
);

export const nearMissForm = build(
  2,
  { name: 'Near miss', description: 'Nobody was hurt and nothing was damaged, but it was close.' },
  [
    {
      title: 'What could have happened',
      questions: [
        {
          type: 'CHOICE',
          text: 'What was the worst that could have happened?',
          required: true,
          options: options('First aid', 'Medical treatment', 'Serious injury', 'Fatality', 'Damage only'),
        },
        { type: 'YES_NO', text: 'Has this happened here before?' },
        { type: 'TEXT', text: 'What kept it from being worse?' },
      ],
    },
  ],
);

const collision = options(
  'Collision with a vehicle',
  'Collision with an object',
  'Collision with an animal',
  'Left the road',
  'Rollover',
  'Reversing',
  'Windshield or tire',
);

export const motorVehicleForm = build(
  3,
  {
    name: 'Motor vehicle incident',
    description: 'A vehicle was involved, on the road or on site.',
    mvifContributor: true,
  },
  [
    {
      title: 'Vehicle and road',
      questions: [
        { type: 'CHOICE', text: 'What happened?', required: true, options: collision },
        { type: 'TEXT', text: 'Which vehicle?', moreInfo: 'Unit number or plate.' },
        { type: 'INTEGER', text: 'How fast was it going, in km/h?', min: 0, max: 250 },
        { type: 'YES_NO', text: 'Was another party involved?' },
        {
          type: 'TEXT',
          text: 'Police file number, if there is one',
          showIf: { question: guidOf(3, 1, 4), operator: 'EQUALS', value: true },
        },
      ],
    },
  ],
);

export const safetyObservationForm = build(
  4,
  {
    name: 'Safety observation',
    description: 'Something done well, or something to put right before it hurts anyone.',
    isLeading: true,
    eventWorkflow: 'REVIEW',
  },
  [
    {
      title: 'Observation',
      questions: [
        {
          type: 'CHOICE',
          text: 'What did you see?',
          required: true,
          options: options('Safe behaviour', 'Unsafe behaviour', 'Unsafe condition'),
        },
        { type: 'YES_NO', text: 'Did you talk about it with the people there?' },
      ],
    },
  ],
);

/** Nothing to review: a talk is closed as soon as it is recorded. */
export const toolboxTalkForm = build(
  5,
  {
    name: 'Toolbox talk',
    description: 'A short talk about safety before the work begins.',
    isLeading: true,
    eventWorkflow: 'NONE',
  },
  [
    {
      title: 'Talk',
      questions: [
        { type: 'TEXT', text: 'What was it about?', required: true },
        { type: 'INTEGER', text: 'How many people took part?', required: true, min: 1, max: 10_000 },
      ],
    },
  ],
);

export const hazardForm = build(
  6,
  { name: 'Hazard', description: 'Something that could hurt someone or do damage, before it has.' },
  [
    {
      title: 'Hazard',
      questions: [
        {
          type: 'CHOICE',
          text: 'What kind of hazard is it?',
          required: true,
          options: options(
            'Slip, trip or fall',
            'Moving parts',
            'Vehicle or mobile equipment',
            'Electricity',
            'Chemical',
            'Fire or explosion',
            'Noise, heat or cold',
            'Lifting or posture',
            'Something else',
          ),
        },
        { type: 'RISK', text: 'How bad could it be, and how likely is it?' },
        { type: 'YES_NO', text: 'Has it been made safe for now?', required: true },
        {
          type: 'TEXT',
          text: 'What was done?',
          required: true,
          showIf: { question: guidOf(6, 1, 3), operator: 'EQUALS', value: true },
        },
        {
          type: 'TEXT',
          text: 'What keeps people away from it until then?',
          showIf: { question: guidOf(6, 1, 3), operator: 'EQUALS', value: false },
        },
      ],
    },
  ],
);

const propertyDamageForm = build(
  7,
  { name: 'Property damage', description: 'Equipment, a building or a load was damaged.' },
  [
    {
      title: 'Damage',
      questions: [
        {
          type: 'CHOICE',
          text: 'What was damaged?',
          required: true,
          options: options(
            'Equipment or tools',
            'Building or structure',
            'Materials or a load',
            'Utility line',
            'Property of others',
          ),
        },
        { type: 'TEXT', text: 'Which item?', moreInfo: 'Unit or asset number, if there is one.' },
        {
          type: 'DECIMAL',
          text: 'What might it cost?',
          moreInfo: 'An estimate, in the currency that you work in.',
          min: 0,
        },
        { type: 'YES_NO', text: 'Is it out of service?' },
      ],
    },
  ],
);

export const environmentalReleaseForm = build(
  8,
  { name: 'Environmental release', description: 'Something was spilled, leaked or let into air, water or soil.' },
  [
    {
      title: 'Release',
      questions: [
        { type: 'TEXT', text: 'What was released?', required: true },
        { type: 'DECIMAL', text: 'How much?', min: 0 },
        { type: 'CHOICE', text: 'In which unit?', options: options('Litres', 'Kilograms', 'Cubic metres') },
        {
          type: 'MULTI_CHOICE',
          text: 'Where did it go?',
          required: true,
          min: 1,
          options: options('Soil', 'Water', 'Drain', 'Air', 'Contained on site'),
        },
        { type: 'YES_NO', text: 'Has it been stopped?', required: true },
        { type: 'YES_NO', text: 'Was an authority told?' },
        {
          type: 'TEXT',
          text: 'Which one, and under which number?',
          showIf: { question: guidOf(8, 1, 6), operator: 'EQUALS', value: true },
        },
      ],
    },
  ],
);

const inspectionForm = build(
  9,
  {
    name: 'Inspection',
    description: 'A planned look at a place, a machine or the way work is done.',
    isLeading: true,
    eventWorkflow: 'REVIEW',
  },
  [
    {
      title: 'Inspection',
      questions: [
        { type: 'TEXT', text: 'What was inspected?', required: true },
        {
          type: 'CHOICE',
          text: 'What was the result?',
          required: true,
          options: options('In order', 'Something to put right', 'Work was stopped'),
        },
        {
          type: 'LONG_TEXT',
          text: 'What is to be put right?',
          required: true,
          showIf: { question: guidOf(9, 1, 2), operator: 'NOT_EQUALS', value: 'IN_ORDER' },
        },
        { type: 'SIGNATURE', text: 'Signature of who inspected' },
      ],
    },
  ],
);

const covidForm = build(
  10,
  { name: 'COVID-19 report', description: 'Someone has symptoms, was exposed, or tested positive.', isSensitive: true },
  [
    {
      title: 'COVID-19',
      questions: [
        {
          type: 'CHOICE',
          text: 'What is it about?',
          required: true,
          options: options('Symptoms', 'Close contact', 'Positive test'),
        },
        { type: 'DATE', text: 'Since which day?', dateLimit: 'PAST_ONLY' },
        { type: 'DATE', text: 'Last day at the workplace', dateLimit: 'PAST_ONLY' },
        { type: 'YES_NO', text: 'Were others within two metres of them?' },
        {
          type: 'TEXT',
          text: 'Who, and for how long?',
          showIf: { question: guidOf(10, 1, 4), operator: 'EQUALS', value: true },
        },
      ],
    },
  ],
);

/** The forms that every organization begins with, each in its newest version. */
export const builtInForms: readonly Form[] = [
  injuryForm,
  nearMissForm,
  motorVehicleForm,
  safetyObservationForm,
  toolboxTalkForm,
  hazardForm,
  propertyDamageForm,
  environmentalReleaseForm,
  inspectionForm,
  covidForm,
];

/** A form as it was before these questions were added at the end of their groups. */
const versionWithout = (form: Form, version: number, added: readonly string[]): Form => ({
  ...form,
  version,
  groups: form.groups.map((group) => ({
    ...group,
    questions: group.questions.filter(({ questionGuid }) => !added.includes(questionGuid)),
  })),
});

/**
 * Versions that newer ones have replaced. Events keep the version that they were reported with, and reports that were
 * begun with it, such as those on a device without a network, are accepted.
 */
export const earlierBuiltInForms: readonly Form[] = [versionWithout(injuryForm, 1, [guidOf(1, 1, 4)])];

/** Questions of built-in forms that alarms depend on. Copies of these forms have other guids. */
export const alarmQuestions = {
  admittedToHospital: guidOf(1, 1, 1),
  partLost: guidOf(1, 1, 2),
  lostConsciousness: guidOf(1, 1, 4),
  worstThatCouldHappen: guidOf(2, 1, 1),
  kindOfVehicleIncident: guidOf(3, 1, 1),
  kindOfHazard: guidOf(6, 1, 1),
  hazardMadeSafe: guidOf(6, 1, 3),
  releasedInto: guidOf(8, 1, 4),
  releaseStopped: guidOf(8, 1, 5),
} as const;

/** The feature that a built-in form requires; null for most. */
export const flagOfForm = (formGuid: string): 'COVID_19_REPORTING' | null =>
  formGuid === covidForm.formGuid ? 'COVID_19_REPORTING' : null;
