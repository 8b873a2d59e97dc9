import type { ReadContext } from './platform/read-context.ts';
import { audit } from './audit/context.ts';
import { auditors } from './auditors/context.ts';
import { billing } from './billing/context.ts';
import { forms } from './forms/context.ts';
import { identity } from './identity/context.ts';
import { incidents } from './incidents/context.ts';
import { integration } from './integration/context.ts';
import { joining } from './joining/context.ts';
import { members } from './members/context.ts';
import { metrics } from './metrics/context.ts';
import { notifications } from './notifications/context.ts';
import { organizations } from './organizations/context.ts';
import { privacy } from './privacy/context.ts';
import { singleSignOn } from './single-sign-on/context.ts';
import { staff } from './staff/context.ts';
import { tasks } from './tasks/context.ts';
import { units } from './units/context.ts';

/** Registers every context that has read models, one line each. */
export const contexts: readonly ReadContext[] = [
  identity,
  members,
  organizations,
  incidents,
  metrics,
  notifications,
  joining,
  singleSignOn,
  staff,
  units,
  integration,
  auditors,
  tasks,
  forms,
  billing,
  audit,
  privacy,
];
