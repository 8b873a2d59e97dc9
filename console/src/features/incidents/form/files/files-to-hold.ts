import { createContext } from 'react';

/** For whom files may be chosen here: a report, which announces them, or a change of an event, which sends them first; null where nothing is sent. */
export const FilesToHold = createContext<'REPORT' | 'EVENT' | null>(null);
