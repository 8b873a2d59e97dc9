import { useRevalidator } from 'react-router';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Query for an account. */
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

export const leaveOrganization = command('removeMember', { staleAfter: ['getUser', 'getStartup'], leaves: true });

/** Refreshes what the app bar shows of the account, without leaving the page. */
export function useRefreshAppBar(): () => void {
  const { revalidate } = useRevalidator();
  return () => {
    queryClient.removeQueries({ queryKey: ['getStartup'] });
    void revalidate();
  };
}

/** Query for the second factors of an account. */
export const secondFactorsQuery = (userGuid: string) => query('getSecondFactors', { params: { userGuid } });
export const beginTotp = command('beginTotp', { staleAfter: [] });
export const confirmTotp = command('confirmTotp', { staleAfter: ['getSecondFactors'] });
export const removeTotp = command('removeTotp', { staleAfter: ['getSecondFactors'] });
export const beginPasskey = command('beginPasskey', { staleAfter: [] });
export const addPasskey = command('addPasskey', { staleAfter: ['getSecondFactors'] });
export const removePasskey = command('removePasskey', { staleAfter: ['getSecondFactors'] });
export const makeRecoveryCodes = command('makeRecoveryCodes', { staleAfter: ['getSecondFactors'] });

/** Query for the sessions of an account. Always refetched, because other devices sign in and out at any time. */
export const sessionsQuery = (userGuid: string) =>
  query('listSessions', { params: { userGuid } }, { staleTime: 0, refetchOnWindowFocus: true });
export const endSession = command('endSession', { staleAfter: ['listSessions'] });
export const endSessions = command('endSessions', { staleAfter: ['listSessions'] });
export const changePassword = command('changePassword', { staleAfter: ['listSessions'] });
