import { useLayoutEffect, type Ref, type RefObject } from 'react';

/** Stands for an element that is on the page already, where a panel wants a child to hang on. */
export function AnchorTo({ element, ref }: { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element.current);
    else if (ref) ref.current = element.current;
  }, [element, ref]);
  return null;
}
