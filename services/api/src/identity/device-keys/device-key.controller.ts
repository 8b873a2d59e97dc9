import { Controller } from '@nestjs/common';
import type { Bearer } from '../../http/edge-request.ts';
import { CurrentBearer } from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf } from '../../http/route-of.ts';
import { DeviceKeys } from './device-keys.ts';
import { UserPermissions } from '../accounts/user-permissions.ts';

@Controller()
export class DeviceKeyController {
  constructor(
    private readonly keys: DeviceKeys,
    private readonly permissions: UserPermissions,
  ) {}

  @RouteOf('getDeviceKey')
  async key(@CurrentBearer() bearer: Bearer): Promise<AnswerOf<'getDeviceKey'>> {
    // An identity provider's assertion must not open what the person wrote in other sessions.
    const organization = (await this.permissions.opensAccount(bearer)) ? null : bearer.organizationGuid;
    const key = await this.keys.of(bearer.userGuid, organization);
    return { key: key.toString('base64') };
  }
}
