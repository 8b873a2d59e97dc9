/** Said to whoever wanted to end an access, whether it is theirs or one to their organization. */
export const ACCESS_NOT_ENDED = 'The access was not ended';
