import { holds, type PermissionHolder } from '../permissions/permissions.ts';
import type { Permission } from '../permissions/permissions.ts';
import type { IncidentProgress } from './progress.ts';

/** What of an incident, or of an incident and who looks at it, decides whether they see it. */
export const visibilityFacts = ['IS_DELETED', 'WAS_DELETED_BY_VIEWER', 'IS_OWN', 'IS_SENSITIVE'] as const;
export type VisibilityFact = (typeof visibilityFacts)[number];

/** HIDDEN ones do not exist for the viewer (404); of FORBIDDEN ones they may know that they exist (403). */
export type Visibility = 'SEEN' | 'HIDDEN' | 'FORBIDDEN';

interface Rule {
  /** All of these hold, */
  readonly facts: readonly VisibilityFact[];
  /** and the viewer lacks this. */
  readonly lacks?: Permission;
  readonly then: Visibility;
}

/**
 * Who sees what (`spec: 4-incident-workflow`, Seeing), the first rule that applies. Code and the conditions of queries
 * are both made from it.
 */
const rules: readonly Rule[] = [
  { facts: ['IS_DELETED', 'WAS_DELETED_BY_VIEWER'], then: 'SEEN' },
  { facts: ['IS_DELETED'], lacks: 'ALWAYS_MODIFY_EVENTS', then: 'HIDDEN' },
  { facts: ['IS_OWN'], then: 'SEEN' },
  { facts: ['IS_SENSITIVE'], lacks: 'SEE_INJURY_DATA', then: 'HIDDEN' },
  { facts: ['IS_DELETED'], lacks: 'VIEW_OTHER_USERS_EVENTS', then: 'HIDDEN' },
  { facts: [], lacks: 'VIEW_OTHER_USERS_EVENTS', then: 'FORBIDDEN' },
  { facts: [], then: 'SEEN' },
];

/** What deciding who sees an incident needs of it. */
export type Seeable = Pick<
  IncidentProgress,
  'reporterGuid' | 'enteredByGuid' | 'pastReviewers' | 'pastApprovers' | 'deletedAt' | 'deletedByGuid'
> & { readonly isSensitive: boolean };

/** Whether it is their own: they reported or entered it, or are or were its reviewer or approver. */
export const isOwn = (
  { reporterGuid, enteredByGuid, pastReviewers, pastApprovers }: Omit<Seeable, 'isSensitive'>,
  userGuid: string,
): boolean =>
  reporterGuid === userGuid ||
  enteredByGuid === userGuid ||
  pastReviewers.includes(userGuid) ||
  pastApprovers.includes(userGuid);

const isTrue: Readonly<Record<VisibilityFact, (incident: Seeable, viewer: PermissionHolder) => boolean>> = {
  IS_DELETED: ({ deletedAt }) => deletedAt !== null,
  WAS_DELETED_BY_VIEWER: ({ deletedByGuid }, { userGuid }) => deletedByGuid === userGuid,
  IS_OWN: (incident, { userGuid }) => isOwn(incident, userGuid),
  IS_SENSITIVE: ({ isSensitive }) => isSensitive,
};

/** Whether a user sees an incident. */
export function visibilityOf(incident: Seeable, viewer: PermissionHolder): Visibility {
  return rules.find(
    ({ facts, lacks }) => !(lacks && holds(viewer, lacks)) && facts.every((fact) => isTrue[fact](incident, viewer)),
  )!.then;
}

/** A condition on facts: 'ALWAYS' and 'NEVER' occur only at the top. */
export type VisibilityCondition =
  | 'ALWAYS'
  | 'NEVER'
  | { readonly fact: VisibilityFact }
  | { readonly not: VisibilityCondition }
  | { readonly all: readonly VisibilityCondition[] }
  | { readonly any: readonly VisibilityCondition[] };

/**
 * The simplest condition under which a user sees an incident, given their permissions.
 * @param known facts that are the same for all incidents in question.
 */
export function visibilityCondition(
  viewer: PermissionHolder,
  known: Readonly<Partial<Record<VisibilityFact, boolean>>> = {},
): VisibilityCondition {
  return rules.reduceRight<VisibilityCondition>((otherwise, { facts, lacks, then }) => {
    if (lacks && holds(viewer, lacks)) return otherwise;
    const applies = all(facts.map((fact) => (known[fact] === undefined ? { fact } : known[fact] ? 'ALWAYS' : 'NEVER')));
    return then === 'SEEN' ? any([otherwise, applies]) : all([not(applies), otherwise]);
  }, 'NEVER');
}

function all(conditions: readonly VisibilityCondition[]): VisibilityCondition {
  const open = conditions.filter((condition) => condition !== 'ALWAYS');
  if (open.includes('NEVER')) return 'NEVER';
  return open.length > 1 ? { all: open } : (open[0] ?? 'ALWAYS');
}

function any(conditions: readonly VisibilityCondition[]): VisibilityCondition {
  const open = conditions.filter((condition) => condition !== 'NEVER');
  if (open.includes('ALWAYS')) return 'ALWAYS';
  return open.length > 1 ? { any: open } : (open[0] ?? 'NEVER');
}

function not(condition: VisibilityCondition): VisibilityCondition {
  if (condition === 'ALWAYS') return 'NEVER';
  return condition === 'NEVER' ? 'ALWAYS' : { not: condition };
}
