import { bell, bellPanel, rail } from './support/event-page.ts';
import { expect, test, type Page } from './support/journey.ts';
import { choose, follow, goesOnInSight, moving, tabTo, typeInto } from './support/keyboard.ts';
import { password, people, type Who } from './support/people.ts';
import { isLong } from './support/screens.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const dialogOf = (page: Page) => page.getByRole('dialog');

async function signIn(page: Page, who: Who): Promise<Page> {
  await expect(page.getByLabel('Email address or username')).toBeFocused();
  await page.keyboard.type(people[who].email);
  await tabTo(page.getByLabel('Password'));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(title(page)).toHaveText(/^Good /);
  return page;
}

/** Opens the bell, leaves it by Escape, opens it again, and follows it to the event. */
async function openFromBell(page: Page, eventId: string): Promise<void> {
  const task = bellPanel(page).locator(`a[href="/events/${eventId}"]`);
  await tabTo(bell(page));
  await page.keyboard.press('Enter');
  await task.waitFor();
  await page.keyboard.press('Escape');
  await expect(bellPanel(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await follow(task);
  await expect(page).toHaveURL(`/events/${eventId}`);
  await expect(title(page)).toBeFocused();
}

/** Opens a dialog of the event, fills it in, and sends it; then checks that the focus is where the user continues. */
async function decide(page: Page, button: string | RegExp, fill: () => Promise<unknown>, send: RegExp): Promise<void> {
  await follow(
    rail(page)
      .getByRole('button', { name: button })
      .or(rail(page).getByRole('link', { name: button })),
  );
  await expect(dialogOf(page)).toBeVisible();
  await goesOnInSight(page, `in the dialog of ${button}`);
  expect(
    await dialogOf(page).evaluate((dialog) => dialog.contains(document.activeElement)),
    `the focus is in the dialog of ${button}`,
  ).toBe(true);
  await fill();
  await follow(dialogOf(page).getByRole('button', { name: send }));
  await expect(dialogOf(page)).toHaveCount(0);
  await goesOnInSight(page, `after ${button}`);
}

/** Loads the changes of others, until the expected action is available. */
async function catchUp(page: Page, button: RegExp): Promise<void> {
  const latest = page.getByRole('button', { name: 'Show the latest', exact: true });
  const action = rail(page).getByRole('button', { name: button });
  const news = () => action.or(latest).first().waitFor({ timeout: 10_000 });
  for (await news(); !(await action.isVisible()); await news()) {
    await follow(latest);
    await expect(latest).toHaveCount(0);
  }
  await goesOnInSight(page, 'after loading the newest');
}

const rate = async (page: Page, severity: string, likelihood: string) => {
  await choose(dialogOf(page).getByRole('radiogroup', { name: 'Severity' }), severity);
  await choose(dialogOf(page).getByRole('radiogroup', { name: 'Likelihood' }), likelihood);
};
const say = (page: Page, field: string | RegExp, words: string) => typeInto(dialogOf(page).getByLabel(field), words);
const isAtState = (page: Page, state: string) => expect(rail(page).locator('[aria-current=step]')).toContainText(state);

const ways = [
  ['as it is', {}],
  ['in forced colours and reduced motion', { forcedColors: 'active', reducedMotion: 'reduce' }],
] as const;
// Forced colours and reduced motion are checked on single pages by everybody.spec.
for (const [how, options] of isLong ? ways : ways.slice(0, 1)) {
  test(`the whole way of an injury needs no pointer, and every stop is in sight and marked: ${how}`, {
    tag: '@desktop',
  }, async ({ visit, word }) => {
    test.setTimeout(180_000);
    const isStill = async (page: Page) => how === 'as it is' || expect(await moving(page)).toEqual([]);

    const member = await test.step('a member signs in and reports an injury, and who reviews it', async () => {
      const page = await signIn(await visit('/signin', options), 'member');
      await isStill(page);
      await follow(page.getByRole('main').getByRole('link', { name: 'Report an event' }));
      await expect(title(page)).toBeFocused();
      await follow(page.getByRole('link', { name: /^Injury/ }));
      await expect(title(page)).toHaveText('Report an injury');
      await typeInto(
        page.getByLabel('What happened?'),
        `Palm cut on a ${word} banding edge. The strap was under tension.`,
      );
      await choose(page.getByRole('radiogroup', { name: 'Where did it happen?' }), /^Acheson Yard/);
      const hurt = page.getByRole('listitem', { name: 'Injured person 1' });
      await typeInto(hurt.getByLabel('Name'), 'Wes Harding');
      await choose(hurt.getByRole('radiogroup', { name: 'Role' }), 'Contractor');
      await tabTo(hurt.getByLabel(/^Outcome/));
      await page.keyboard.type('Medical');
      await expect(hurt.getByLabel(/^Outcome/)).toHaveValue('MEDICAL_AID');
      // A second person is added and removed, and the focus follows.
      await follow(page.getByRole('button', { name: 'Add another person' }));
      await expect(page.getByRole('listitem', { name: 'Injured person 2' }).getByLabel('Name')).toBeFocused();
      await follow(page.getByRole('button', { name: 'Remove person 2' }));
      await expect(page.getByRole('listitem', { name: 'Injured person 2' })).toHaveCount(0);
      await goesOnInSight(page, 'after removing a person');
      await choose(page.getByRole('radiogroup', { name: 'Was anyone admitted to hospital?' }), 'No');
      await choose(page.getByRole('radiogroup', { name: 'Who reviews it?' }), /Daniel Okafor/);
      await follow(page.getByRole('button', { name: 'Report an injury…' }).filter({ visible: true }));
      await expect(dialogOf(page)).toContainText(`Palm cut on a ${word} banding edge`);
      await isStill(page);
      await follow(dialogOf(page).getByRole('button', { name: 'Report an injury' }));
      await expect(title(page)).toHaveText(`Palm cut on a ${word} banding edge`);
      await expect(title(page)).toBeFocused();
      await expect(rail(page)).toContainText('With Daniel Okafor');
      return page;
    });
    const eventId = new URL(member.url()).pathname.split('/')[2]!;

    const reviewer =
      await test.step('the reviewer comes to it from the bell, rates it, and sends it for approval', async () => {
        const page = await signIn(await visit('/signin', options), 'manager');
        await openFromBell(page, eventId);
        await decide(page, /^Review event/, () => rate(page, '4 Major', '3 Possible'), /^Review event/);
        await isAtState(page, 'Reviewed');
        await decide(
          page,
          /^Send event \d+ for approval/,
          () => choose(dialogOf(page).getByRole('radiogroup', { name: 'Approver' }), /Priya Raman/),
          /^Send event/,
        );
        await expect(rail(page)).toContainText('With Priya Raman');
        await isStill(page);
        return page;
      });

    const approver = await test.step('the approver returns it, saying why', async () => {
      const page = await signIn(await visit('/signin', options), 'admin');
      await openFromBell(page, eventId);
      await follow(rail(page).getByRole('button', { name: 'Return…' }));
      await say(page, 'What must change', 'Which strap was it?');
      // Escape asks before input is abandoned; the input is still there.
      await page.keyboard.press('Escape');
      await expect(dialogOf(page).getByRole('button', { name: 'Keep writing' })).toBeFocused();
      await isStill(page);
      await page.keyboard.press('Enter');
      await expect(dialogOf(page).getByLabel('What must change')).toBeFocused();
      await follow(dialogOf(page).getByRole('button', { name: /^Return event/ }));
      await expect(dialogOf(page)).toHaveCount(0);
      await goesOnInSight(page, 'after returning it');
      await isAtState(page, 'Review');
      return page;
    });

    await test.step('the reviewer sees what has changed, and sends it again', async () => {
      await catchUp(reviewer, /^Review event/);
      await expect(reviewer.getByText('Which strap was it?').first()).toBeVisible();
      await decide(
        reviewer,
        /^Review event/,
        async () => {
          await rate(reviewer, '3 Serious', '3 Possible');
          await say(reviewer, /^Comment/, 'The 19 mm strap');
        },
        /^Review event/,
      );
      await decide(
        reviewer,
        /^Send event \d+ for approval/,
        () => choose(dialogOf(reviewer).getByRole('radiogroup', { name: 'Approver' }), /Priya Raman/),
        /^Send event/,
      );
    });

    await test.step('it is approved, reopened, deleted, and its deletion undone', async () => {
      const page = approver;
      await catchUp(page, /^Approve event/);
      await decide(page, /^Approve event/, () => say(page, /^Approval comment/, 'Agreed'), /^Approve event/);
      await isAtState(page, 'Approved');
      await decide(page, 'Reopen…', () => say(page, 'Reason', 'Another witness'), /^Reopen event/);
      await isAtState(page, 'Reopened');
      await decide(page, /^Delete event/, async () => undefined, /^Delete event/);
      await expect(page.getByText('Deleted by Priya Raman')).toBeVisible();
      await isStill(page);
      await follow(page.getByRole('button', { name: /^Undo: Event \d+ was deleted/ }));
      await expect(page.getByText('Deleted by')).toHaveCount(0);
      await goesOnInSight(page, 'after undoing');
      await isAtState(page, 'Reopened');
    });

    await test.step('who reported it reads it all in the history', async () => {
      await follow(
        member.getByRole('navigation', { name: 'Event', exact: true }).getByRole('link', { name: /^History/ }),
      );
      for (const entry of [
        'asked Daniel Okafor for a review',
        'returned the event',
        'approved the event',
        'reopened the event',
        'deleted the event',
        'restored the event',
      ])
        await expect(member.getByText(entry).first()).toBeVisible();
    });
  });
}
