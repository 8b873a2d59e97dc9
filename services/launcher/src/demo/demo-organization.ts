import { v5 as uuidv5 } from 'uuid';

/** The demo organization has the same guid in every installation. */
export const DEMO_ORGANIZATION = '01900000-d000-7000-8000-000000000001';

/** The guid of something in the demo, by its key in the cast or in the plan. */
export const demoGuid = (
  kind: 'person' | 'worksite' | 'group' | 'incident' | 'form' | 'question' | 'task' | 'photo',
  key: string,
): string => uuidv5(`demo ${kind} ${key}`, DEMO_ORGANIZATION);
