import { onDomain } from './organization-domain.ts';
import { defineCommand } from '../commands/define-command.ts';
import { removeDomain } from './remove-domain.rule.ts';

export const RemoveDomain = defineCommand(onDomain('RemoveDomain', removeDomain));
