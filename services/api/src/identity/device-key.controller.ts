import { Controller } from '@nestjs/common';
import type { Bearer } from '../http/edge-request.ts';
import { CurrentBearer } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf } from '../http/route-of.ts';
import { DeviceKeys } from './device-keys.ts';

@Controller()
export class DeviceKeyController {
  constructor(private readonly keys: DeviceKeys) {}

  @RouteOf('getDeviceKey')
  async key(@CurrentBearer() { userGuid }: Bearer): Promise<AnswerOf<'getDeviceKey'>> {
    return { key: (await this.keys.of(userGuid)).toString('base64') };
  }
}
