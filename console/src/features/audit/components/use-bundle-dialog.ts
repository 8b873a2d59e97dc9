import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AddressField } from '../../../lib/url/address-fields.ts';
import { useUrlState } from '../../../lib/url/url-state.ts';

const upTo: AddressField<string | undefined> = ([given]) =>
  given && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : undefined;
const fields = { upTo };

/**
 * State of the dialog for a new bundle, which opens with a button or by an `upTo` parameter in the URL.
 * @param page URL without the parameter
 */
export function useBundleDialog(page: string) {
  const navigate = useNavigate();
  const [address] = useUrlState(fields);
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen: isOpen || address.upTo !== undefined,
    upTo: address.upTo,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      if (address.upTo) void navigate(page, { replace: true, preventScrollReset: true });
    },
  };
}
