/** The text for an access that is over, for its holder and for the organization. */
export const ACCESS_NOT_ENDED = 'The access was not ended';
