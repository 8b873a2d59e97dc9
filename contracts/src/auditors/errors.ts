export const auditorErrors = {
  InvalidAuditorCode: { status: 401, text: 'The link or the passcode is not valid' },
} as const;
