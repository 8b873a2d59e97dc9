/** Whose jobs are commands that follow from an event of another log (`contracts/src/kernel/follow-ups.ts`). */
export const COMMAND_QUEUE = 'commands';
