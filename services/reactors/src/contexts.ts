/* Every context that has side effects, one line each. Lists over contexts are derived from it: see all-contexts.ts. */
export { alarms } from './alarms/context.ts';
export { auditors } from './auditors/context.ts';
export { billing } from './billing/context.ts';
export { identity } from './identity/context.ts';
export { incidents } from './incidents/context.ts';
export { integration } from './integration/context.ts';
export { members } from './members/context.ts';
export { metrics } from './metrics/context.ts';
export { notifications } from './notifications/context.ts';
export { organizations } from './organizations/context.ts';
export { privacy } from './privacy/context.ts';
export { routing } from './routing/context.ts';
export { staff } from './staff/context.ts';
export { tasks } from './tasks/context.ts';
