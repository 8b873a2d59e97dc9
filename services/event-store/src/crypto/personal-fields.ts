import { allowsFreeText, resolve, type Schema } from '@plimsoll/contracts/kernel/personal-by-default';

/**
 * Describes where an event has personal fields: `personal` names the subjects of this value, the rest leads to nested
 * values.
 */
export interface FieldPlan {
  personal?: readonly string[];
  /** Whether this is free text: without its key it reads as "erased", any other value as null. */
  isFreeText?: boolean;
  properties?: Map<string, FieldPlan>;
  /** Array items and tuple members. */
  items?: FieldPlan;
  /** Values of a record, whose names are not known in advance. */
  others?: FieldPlan;
}

/**
 * Finds the fields that a contract's JSON Schema marks as `personal`, through arrays, records, unions, nullable and
 * optional wrappers and references. A field that is personal in one branch of a union is sealed in all.
 * @param root the document that `$ref`s point into.
 * @returns undefined if no field is personal.
 */
export function personalFields(schema: unknown, root: unknown = schema): FieldPlan | undefined {
  const plan: FieldPlan = {};
  fill(plan, schema as Schema, { root, shared: new Map(), entered: new Map() });
  return leadsSomewhere(plan, new Set()) ? plan : undefined;
}

interface Walk {
  readonly root: unknown;
  /** One plan per reference, so that a recursive schema gives a recursive plan. */
  readonly shared: Map<string, FieldPlan>;
  readonly entered: Map<FieldPlan, Set<string>>;
}

function fill(plan: FieldPlan, schema: Schema, walk: Walk): void {
  if (schema.$ref !== undefined) {
    const entered = walk.entered.get(plan) ?? new Set();
    walk.entered.set(plan, entered);
    if (!entered.has(schema.$ref)) {
      entered.add(schema.$ref);
      fill(plan, resolve(schema.$ref, walk.root), walk);
    }
  }
  if (schema.personal) {
    plan.personal ??= schema.personal;
    plan.isFreeText ||= allowsFreeText(schema);
  }
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    fill(plan, branch, walk);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    plan.properties ??= new Map();
    plan.properties.set(name, deeper(plan.properties.get(name), property, walk));
  }
  for (const item of [...(schema.prefixItems ?? []), schema.items]) {
    if (typeof item === 'object') plan.items = deeper(plan.items, item, walk);
  }
  for (const value of [...Object.values(schema.patternProperties ?? {}), schema.additionalProperties]) {
    if (typeof value === 'object') plan.others = deeper(plan.others, value, walk);
  }
}

function deeper(known: FieldPlan | undefined, schema: Schema, walk: Walk): FieldPlan {
  if (schema.$ref === undefined || known) {
    const plan = known ?? {};
    fill(plan, schema, walk);
    return plan;
  }
  const shared = walk.shared.get(schema.$ref);
  if (shared) return shared;
  const plan: FieldPlan = {};
  walk.shared.set(schema.$ref, plan);
  fill(plan, schema, walk);
  return plan;
}

/** Whether the plan reaches a personal field. Other branches are removed, so that sealing does not walk them. */
function leadsSomewhere(plan: FieldPlan, seen: Set<FieldPlan>): boolean {
  if (seen.has(plan)) return true;
  seen.add(plan);
  for (const [name, property] of plan.properties ?? []) {
    if (!leadsSomewhere(property, seen)) plan.properties!.delete(name);
  }
  if (plan.properties?.size === 0) delete plan.properties;
  if (plan.items && !leadsSomewhere(plan.items, seen)) delete plan.items;
  if (plan.others && !leadsSomewhere(plan.others, seen)) delete plan.others;
  return Boolean(plan.personal ?? plan.properties ?? plan.items ?? plan.others);
}
