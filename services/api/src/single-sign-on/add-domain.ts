import { onDomain } from './organization-domain.ts';
import { defineCommand } from '../commands/define-command.ts';
import { addDomain } from './add-domain.rule.ts';

export const AddDomain = defineCommand(onDomain('AddDomain', addDomain));
