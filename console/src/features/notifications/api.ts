import { command } from '../../lib/api/command.ts';

/** Marks all news up to a moment as seen by the user. */
export const seeNews = command('seeNews', { staleAfter: ['listNotifications'] });
