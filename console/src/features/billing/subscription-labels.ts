/** Shown to users who do not manage the subscription. */
export const ASK_ADMINISTRATOR = 'Please contact your organization administrator.';

/** Shown when payment or a choice of plan is due: what continues to work. */
export const WHAT_IS_OPEN =
  'Reporting, reviews, corrective actions, reading and leaving go on; other changes wait for a plan.';

/**
 * Number of days left. The last day of a trial counts, so that it is the server's value plus one (specification 1,
 * section 4).
 */
export const daysLeft = (remaining: number): string => (remaining === 0 ? '1 day' : `${remaining + 1} days`);

/** Titles after a trial or a subscription has ended. */
export const TRIAL_ENDED = 'Your free trial has ended';
export const SUBSCRIPTION_ENDED = 'Your subscription has ended';

/** Shown above prices. */
export const LIST_PRICES = 'List prices for the members that you have today, before tax.';
