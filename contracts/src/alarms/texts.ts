/** What is wrong with settings of alarms. */
export const alarmSettingsTexts = {
  ruleMissing: 'Name every rule that is shipped',
  deathStays: 'A death always raises an alarm',
  everyoneIsLater: 'Everyone is alerted after the next person',
  noSuchQuestion: 'The form has no such question',
  notComparable: 'A rule can depend on a yes or no, a choice, or a whole number',
  otherOperator: 'This question is not compared this way',
  impossibleValue: 'The question cannot have this answer',
} as const;
