import { useState } from 'react';

interface FrozenData<Data> {
  shown: Data | undefined;
  /** Whether newer data than what is shown is available. */
  isBehind: boolean;
  catchUp: () => void;
}

/** Freezes shown data once it has loaded (`isSettled`), until the reader asks for the newer data with `catchUp`. */
export function useFrozenData<Data>(newest: Data | undefined, isSettled: boolean): FrozenData<Data> {
  const [shown, setShown] = useState(newest);
  const [hasCome, setCome] = useState(false);
  if (!hasCome && shown !== newest) setShown(newest);
  if (!hasCome && isSettled && newest !== undefined) setCome(true);
  return { shown: hasCome ? shown : newest, isBehind: hasCome && shown !== newest, catchUp: () => setShown(newest) };
}
