export const staffErrors = {
  StaffTurnedOut: {
    status: 403,
    text: 'This organization ended your access. You may return after 24 hours, or earlier if an administrator allows it.',
  },
} as const;
