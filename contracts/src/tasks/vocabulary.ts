/** The words of corrective actions, alike on every side. */
export const taskStates = ['OPEN', 'COMPLETED', 'VERIFIED', 'CANCELLED'] as const;
export type TaskState = (typeof taskStates)[number];

/**
 * What a list is asked for and answers: an open one whose due date has passed is overdue, and so is the check of a
 * completed one.
 */
export const taskStatuses = ['OVERDUE', 'CHECK_OVERDUE', ...taskStates] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** Filters of a list: one status, or all tasks that need action now: open ones, and checks that are due. */
export const listedTaskStatuses = ['TO_DO', ...taskStatuses] as const;
export type ListedTaskStatus = (typeof listedTaskStatuses)[number];

export const taskCommands = ['change', 'complete', 'verify', 'reopen', 'cancel', 'delete'] as const;
export type TaskCommand = (typeof taskCommands)[number];

export const taskPriorities = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type TaskPriority = (typeof taskPriorities)[number];

/** What kind of control an action is, from the strongest on. */
export const controlTypes = ['ELIMINATION', 'SUBSTITUTION', 'ENGINEERING', 'ADMINISTRATIVE', 'PPE'] as const;
export type ControlType = (typeof controlTypes)[number];

export const verificationResults = ['EFFECTIVE', 'NOT_EFFECTIVE'] as const;
export type VerificationResult = (typeof verificationResults)[number];

/** Whether it worked is checked by this many days after it was completed. */
export const VERIFY_WITHIN_DAYS = 30;

/** The status on a day of the organization: what depends on the calendar is never stored. */
export function statusOn(
  {
    state,
    dueDate,
    verifyBy,
  }: { readonly state: TaskState; readonly dueDate: string; readonly verifyBy: string | null },
  today: string,
): TaskStatus {
  if (state === 'OPEN' && dueDate < today) return 'OVERDUE';
  return state === 'COMPLETED' && verifyBy !== null && verifyBy < today ? 'CHECK_OVERDUE' : state;
}
