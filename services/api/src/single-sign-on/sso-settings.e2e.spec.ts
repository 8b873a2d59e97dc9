import { describeFailedTries } from '../../test/single-sign-on/failed-try-promises.ts';
import { describeProviderMetadata } from '../../test/single-sign-on/metadata-promises.ts';
import { closeScene, openScene } from '../../test/single-sign-on/sso-scene.ts';
import { describeSsoSettings } from '../../test/single-sign-on/sso-settings-promises.ts';

beforeAll(openScene);
afterAll(closeScene);

describeSsoSettings();
describeFailedTries();
describeProviderMetadata();
