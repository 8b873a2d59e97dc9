/** For whoever does not look after the subscription. */
export const ASK_ADMINISTRATOR = 'Please contact your organization administrator.';

/** Where payment is due, or a plan has to be chosen: what goes on all the same, and what does not. */
export const WHAT_IS_OPEN =
  'Reporting, reviews, corrective actions, reading and leaving go on; other changes wait for a plan.';

/** The server's value plus one (specification 1, section 4): the last day of a trial is one of it. */
export const daysLeft = (remaining: number): string => (remaining === 0 ? '1 day' : `${remaining + 1} days`);

/** Where there was something, and is not any more. */
export const TRIAL_ENDED = 'Your free trial has ended';
export const SUBSCRIPTION_ENDED = 'Your subscription has ended';

/** Above prices. */
export const LIST_PRICES = 'List prices for the members that you have today, before tax.';
