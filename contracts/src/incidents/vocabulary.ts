/** The words of the incident workflow, alike on every side. */
export const incidentStates = [
  'REPORTED',
  'RETURNED',
  'REVIEW_REQUESTED',
  'REVIEWED',
  'APPROVAL_REQUESTED',
  'APPROVED',
  'CLOSED',
] as const;
export type IncidentState = (typeof incidentStates)[number];

/** What the list can be ordered by. */
export const incidentSortKeys = ['OCCURRENCE_DATE', 'REPORTED_DATE', 'NUMBER', 'FORM_NAME', 'STATE', 'RISK'] as const;

export const sortDirections = ['ASCENDING', 'DESCENDING'] as const;

/** What the list can be asked for by state: the states, and those that were deleted and that one may restore. */
export const listedStates = [...incidentStates, 'DELETED'] as const;
export type ListedState = (typeof listedStates)[number];

export const personTypes = ['EMPLOYEE', 'CONTRACTOR', 'VISITOR', 'PUBLIC'] as const;
export type PersonType = (typeof personTypes)[number];

/** How bad an injury turned out, from the mildest on. */
export const classifications = ['FIRST_AID', 'MEDICAL_AID', 'RESTRICTED', 'LOST_TIME', 'FATALITY'] as const;
export type Classification = (typeof classifications)[number];

export const riskBands = ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'EXTREME'] as const;
export type RiskBand = (typeof riskBands)[number];

export const severityLabels = ['None', 'Minor', 'Moderate', 'Serious', 'Major', 'Catastrophic'] as const;
export const likelihoodLabels = ['None', 'Rare', 'Unlikely', 'Possible', 'Likely', 'Almost certain'] as const;

/** Severity times likelihood, each from 0 to 5; null as long as one of them is not chosen. */
export function riskScore(severity: number | null, likelihood: number | null): number | null {
  return severity === null || likelihood === null ? null : severity * likelihood;
}

/** The lowest and the highest score of each band. */
export const riskBandScores: Readonly<Record<RiskBand, readonly [from: number, to: number]>> = {
  NONE: [0, 0],
  LOW: [1, 4],
  MEDIUM: [5, 9],
  HIGH: [10, 16],
  EXTREME: [20, 25],
};

/** The band of a score; null without one. */
export const riskBand = (score: number | null): RiskBand | null =>
  score === null ? null : riskBands.find((band) => score <= riskBandScores[band][1])!;

const MAX_HEADING_LENGTH = 160;

/** The heading of an incident is the first sentence of its description, on one line, at most 160 characters long. */
export function headingOf(description: string): string {
  const trimmed = description.trim();
  const line = /[^\S ]|  /.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
  const sentence = /^.+?[.!?](?=\s+\p{Lu}|$)/u.exec(line)?.[0] ?? line;
  const heading = sentence.replace(/(?<=.)\.$/, '');
  if (heading.length <= MAX_HEADING_LENGTH) return heading;
  const space = heading.lastIndexOf(' ', MAX_HEADING_LENGTH - 1);
  const cut =
    space > 0 ? heading.slice(0, space).trimEnd() : heading.slice(0, MAX_HEADING_LENGTH - 1).replace(/\p{Cs}$/u, '');
  return `${cut}…`;
}

/** How soon a report was answered; `ANY` stands for all that need an answer. */
export const answeredWhen = ['WITHIN_7_DAYS', 'LATER', 'NOT_YET', 'ANY'] as const;
export type AnsweredWhen = (typeof answeredWhen)[number];
