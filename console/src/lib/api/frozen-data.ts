import { useState } from 'react';

interface FrozenData<Data> {
  shown: Data | undefined;
  /** There is something newer than what is shown. */
  isBehind: boolean;
  catchUp: () => void;
}

/** What is being read does not move: once it has come (`isSettled`) it stays as it is until the reader asks for what is newer. */
export function useFrozenData<Data>(newest: Data | undefined, isSettled: boolean): FrozenData<Data> {
  const [shown, setShown] = useState(newest);
  const [hasCome, setCome] = useState(false);
  if (!hasCome && shown !== newest) setShown(newest);
  if (!hasCome && isSettled && newest !== undefined) setCome(true);
  return { shown: hasCome ? shown : newest, isBehind: hasCome && shown !== newest, catchUp: () => setShown(newest) };
}
