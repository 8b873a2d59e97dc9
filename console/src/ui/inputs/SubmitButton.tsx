import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';
import { Spinner } from '../feedback/Spinner.tsx';
import { useDelayed } from '../feedback/useDelayed.ts';

/** Submits its form. While `busy` it ignores clicks, and shows a spinner after 400 ms. */
export function SubmitButton({
  busy = false,
  leading,
  children,
  ...rest
}: { busy?: boolean } & ComponentProps<typeof Button>) {
  const late = useDelayed(busy, 400);
  return (
    <Button
      variant="primary"
      {...rest}
      type="submit"
      leading={late ? <Spinner /> : leading}
      aria-busy={busy || undefined}
      onClick={(click) => (busy ? click.preventDefault() : rest.onClick?.(click))}
    >
      {children}
    </Button>
  );
}
