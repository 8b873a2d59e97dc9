import type { ApplicationOptions } from '@plimsoll/api/platform/process/application';
import type { ErasureServices } from '@plimsoll/api/privacy/erasures';
import type { NewErasure } from '@plimsoll/api/privacy/request-erasure.rule';

/**
 * Where the process is killed: before or after the first call of one of the methods; for a key's method, the first call
 * for a subject of this kind.
 */
export interface DyingAt {
  readonly part: keyof ErasureServices;
  readonly methods: readonly string[];
  readonly when: 'BEFORE' | 'AFTER';
  readonly keyOf?: 'INVITATION' | 'MEMBER' | 'INJURED';
}

const keyGone = { part: 'vault', methods: ['eraseSubject'] } as const;

export const erasureSteps = {
  BEGUN: { ...keyGone, when: 'BEFORE' },
  INVITATIONS_KEY_GONE: { ...keyGone, when: 'AFTER', keyOf: 'INVITATION' },
  INVITATIONS_TOLD: { ...keyGone, when: 'BEFORE', keyOf: 'MEMBER' },
  KEY_GONE: { ...keyGone, when: 'AFTER' },
  MEMBERS_KEY_GONE: { ...keyGone, when: 'AFTER', keyOf: 'MEMBER' },
  FILE_GONE: { part: 'files', methods: ['destroy'], when: 'AFTER' },
  DEVICE_KEY_GONE: { part: 'deviceKeys', methods: ['destroy'], when: 'AFTER' },
  FILES_TOLD: { part: 'imports', methods: ['removeAll'], when: 'BEFORE' },
  FOLDING: { part: 'store', methods: ['read', 'readPages'], when: 'BEFORE' },
  FOLDED: { part: 'bundles', methods: ['removeOutdated'], when: 'BEFORE' },
  BUNDLES_GONE: { part: 'bundles', methods: ['removeOutdated'], when: 'AFTER' },
} as const satisfies Readonly<Record<string, DyingAt>>;
export type ErasureStep = keyof typeof erasureSteps;

/** The steps of an erasure in order, by the kind of person. */
export const stepsOf = {
  INJURED: ['BEGUN', 'KEY_GONE', 'FILE_GONE', 'FILES_TOLD', 'FOLDING', 'FOLDED', 'BUNDLES_GONE'],
  MEMBER: [
    'BEGUN',
    'INVITATIONS_KEY_GONE',
    'INVITATIONS_TOLD',
    'MEMBERS_KEY_GONE',
    'FILE_GONE',
    'DEVICE_KEY_GONE',
    'FILES_TOLD',
    'FOLDING',
    'FOLDED',
    'BUNDLES_GONE',
  ],
} as const satisfies Readonly<Record<string, readonly ErasureStep[]>>;

export interface DyingErasure {
  readonly options: ApplicationOptions;
  readonly tenant: string;
  readonly request: NewErasure;
  readonly step: ErasureStep;
}
