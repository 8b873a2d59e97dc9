import type { ApplicationOptions } from '@plimsoll/api/application';
import type { Reached } from '@plimsoll/api/privacy/erasures';
import type { NewErasure } from '@plimsoll/api/privacy/request-erasure';

/** Where the process is killed: before or after what is called the first time. */
export const erasureSteps = {
  BEGUN: ['vault', ['eraseSubject'], 'BEFORE'],
  KEY_GONE: ['vault', ['eraseSubject'], 'AFTER'],
  FILE_GONE: ['files', ['destroy'], 'AFTER'],
  FILES_TOLD: ['imports', ['removeAll'], 'BEFORE'],
  FOLDING: ['store', ['read', 'readPages'], 'BEFORE'],
  FOLDED: ['bundles', ['removeOutdated'], 'BEFORE'],
  BUNDLES_GONE: ['bundles', ['removeOutdated'], 'AFTER'],
} as const satisfies Readonly<Record<string, readonly [keyof Reached, readonly string[], 'BEFORE' | 'AFTER']>>;
export type ErasureStep = keyof typeof erasureSteps;

export interface DyingErasure {
  readonly options: ApplicationOptions;
  readonly tenant: string;
  readonly request: NewErasure;
  readonly step: ErasureStep;
}
