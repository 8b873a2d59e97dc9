import { systemEnvelope, type SystemCommand } from '@plimsoll/api/commands/own-envelope';
import type { CommandEnvelope } from '@plimsoll/api/commands/command-envelope';
import { DEMO_ORGANIZATION } from './demo-organization.ts';
import type { DemoStep } from './demo-step.ts';

/** The envelope of a step's command, at the step's time. Played again, the step is the same command. */
export const envelopeOfStep = (
  { name, at }: Pick<DemoStep, 'name' | 'at'>,
  by: Pick<SystemCommand, 'actor' | 'kind' | 'content'> = {},
): CommandEnvelope => systemEnvelope({ tenant: DEMO_ORGANIZATION, name: `demo ${name}`, at, product: 'demo', ...by });
