import { v5 as uuidv5 } from 'uuid';

/** Guid of the demo organization, the same in every installation. */
export const DEMO_ORGANIZATION = '01900000-d000-7000-8000-000000000001';

/** Derives the guid of a demo entity from its key in the cast or the plan. */
export const demoGuid = (
  kind:
    | 'person'
    | 'worksite'
    | 'group'
    | 'incident'
    | 'form'
    | 'question'
    | 'task'
    | 'photo'
    | 'purchase'
    | 'charge'
    | 'invoice',
  key: string,
): string => uuidv5(`demo ${kind} ${key}`, DEMO_ORGANIZATION);
