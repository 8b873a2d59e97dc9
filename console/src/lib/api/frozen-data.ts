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
  const [hasLoaded, setLoaded] = useState(false);
  if (!hasLoaded && shown !== newest) setShown(newest);
  if (!hasLoaded && isSettled && newest !== undefined) setLoaded(true);
  return {
    shown: hasLoaded ? shown : newest,
    isBehind: hasLoaded && shown !== newest,
    catchUp: () => setShown(newest),
  };
}
