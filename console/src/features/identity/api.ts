import { useRevalidator } from 'react-router';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** One's own account. */
export const userQuery = (userGuid: string) => query('getUser', { params: { identifier: userGuid } });

export const updateUser = command('updateUser', {
  staleAfter: [],
  answers: ({ params }) => userQuery(params.identifier),
});
export const setPhoto = command('setProfilePhoto', { staleAfter: ['getUser'] });
export const removePhoto = command('removeProfilePhoto', { staleAfter: ['getUser'] });

export const addAddress = command('addEmailAddress', { staleAfter: ['getUser'] });
export const changeAddress = command('changeEmailAddress', { staleAfter: ['getUser'] });
export const removeAddress = command('removeEmailAddress', { staleAfter: ['getUser'] });

/** What the bar says of a person changes with their account: it is asked anew, and the page stays. */
export function useBarAnew(): () => void {
  const { revalidate } = useRevalidator();
  return () => {
    queryClient.removeQueries({ queryKey: ['getStartup'] });
    void revalidate();
  };
}

/** What is asked besides the password at sign-in. */
export const secondFactorsQuery = (userGuid: string) => query('getSecondFactors', { params: { userGuid } });
export const beginTotp = command('beginTotp', { staleAfter: [] });
export const confirmTotp = command('confirmTotp', { staleAfter: ['getSecondFactors'] });
export const removeTotp = command('removeTotp', { staleAfter: ['getSecondFactors'] });
export const beginPasskey = command('beginPasskey', { staleAfter: [] });
export const addPasskey = command('addPasskey', { staleAfter: ['getSecondFactors'] });
export const removePasskey = command('removePasskey', { staleAfter: ['getSecondFactors'] });
export const makeRecoveryCodes = command('makeRecoveryCodes', { staleAfter: ['getSecondFactors'] });

/** Where one is signed in. Another device may come or go at any time. */
export const sessionsQuery = (userGuid: string) =>
  query('listSessions', { params: { userGuid } }, { staleTime: 0, refetchOnWindowFocus: true });
export const endSession = command('endSession', { staleAfter: ['listSessions'] });
export const endSessions = command('endSessions', { staleAfter: ['listSessions'] });
export const changePassword = command('changePassword', { staleAfter: ['listSessions'] });
