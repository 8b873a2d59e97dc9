import type { AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import { inSentence } from './labels.ts';

export const SAVED = 'The alarm settings were saved';
export const SAVE_RULE = 'Save rule';

/** What a shipped rule does not see of a copied form. */
export const gapText = (
  { name, missing }: AlarmSettingsAnswer['gaps'][number],
  rules: AlarmSettingsAnswer['rules'],
): string => {
  const names = missing.map((code) => inSentence(rules.find((rule) => rule.code === code)?.name ?? code));
  return `“${name}” is a copy of a built-in form, so ${names.length === 1 ? 'this rule does' : 'these rules do'} not read its questions: ${names.join(', ')}. Add rules of your own for it.`;
};

/** When others are alerted. */
export const minutesText = ({
  nextAfterMinutes,
  everyoneAfterMinutes,
}: Pick<AlarmSettingsAnswer, 'nextAfterMinutes' | 'everyoneAfterMinutes'>): string =>
  `If nobody answers within ${nextAfterMinutes} minutes, the next person is alerted too. After ${everyoneAfterMinutes} minutes it is everyone, and again after 1, 2 and 4 hours.`;

export const RULE_NOT_SAVED = 'The rule was not saved';
