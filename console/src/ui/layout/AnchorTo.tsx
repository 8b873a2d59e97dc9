import { useLayoutEffect, type Ref, type RefObject } from 'react';

/** Passes an existing element as a popover's target, in place of a child. */
export function AnchorTo({ element, ref }: { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element.current);
    else if (ref) ref.current = element.current;
  }, [element, ref]);
  return null;
}
