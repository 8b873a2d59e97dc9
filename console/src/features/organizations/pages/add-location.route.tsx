import { useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import type { DraftHandle } from '../../../lib/forms/drafts.ts';
import { foundingPaths } from '../founding-paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx';
import { type AddingLocation, NOTHING_CHOSEN, type NewLocation } from '../onboarding/adding-location.ts';
import { OnboardingDraft } from '../public/onboarding-drafts.tsx';

/** Layout of the steps that add a location. Choices are stored on the device until the last step sends them. */
export function Component() {
  const { user, organization } = useStarted();
  return (
    <OnboardingDraft<NewLocation> name={`${user.guid}:${organization.guid}:add-location`}>
      {(draft) => <Adding draft={draft} />}
    </OnboardingDraft>
  );
}

function Adding({ draft }: { draft: DraftHandle<NewLocation> }) {
  const [location, setLocation] = useState(draft.restored?.value ?? NOTHING_CHOSEN);
  const [isDiscarding, setDiscarding] = useState(false);
  const navigate = useNavigate();
  const isBegun = location.regionGuid !== '' || location.industryGuids.length > 0;
  const leave = () => void navigate(foundingPaths.otherLocations());
  const adding: AddingLocation = {
    location,
    status: isBegun ? draft.status : null,
    choose: (chosen) => {
      const next = { ...location, ...chosen };
      setLocation(next);
      draft.save(next);
    },
    end: async () => {
      await draft.discard();
      leave();
    },
    cancel: () => (isBegun ? setDiscarding(true) : leave()),
  };
  return (
    <>
      <Outlet context={adding} />
      <ConfirmDialog
        opened={isDiscarding}
        danger
        title="Discard this location"
        text="What you chose for it is removed from this device."
        cancelLabel="Go on adding it"
        onConfirm={() => void adding.end()}
        onClose={() => setDiscarding(false)}
      />
    </>
  );
}
