import type { RiskAnswer, ShownAnswer, SignatureAnswer } from './answer-value.ts';

export const isRisk = (value: ShownAnswer): value is RiskAnswer =>
  typeof value === 'object' && value !== null && 'severity' in value;
export const isSignature = (value: ShownAnswer): value is SignatureAnswer =>
  typeof value === 'object' && value !== null && 'name' in value;
